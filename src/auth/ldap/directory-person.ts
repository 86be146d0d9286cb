import type { Role } from '../../common/access/roles.js';
import type { LdapEnv } from '../../config/ldap-env.js';
import type { DirectoryEntry } from './directory-connection.js';
import { UnfitAccountError } from './directory-errors.js';
import { normalizedUniqueId } from './unique-id.js';

/** Somebody whom the directory knows. */
export interface DirectoryPerson {
  displayName: string;
  /** Lower case; null only where the directory has no addresses. */
  email: string | null;
  /** Null only where no attribute for it is set. */
  uniqueId: string | null;
  role: Role;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 200;

/** @throws UnfitAccountError when the entry lacks what a person is known by. */
export function readPerson(given: {
  username: string;
  entry: DirectoryEntry;
  attributes: LdapEnv['attributes'];
  role: Role;
}): DirectoryPerson {
  const { username, entry, attributes, role } = given;
  const email = attributes.email === null ? null : readEmail(entry, attributes.email);
  const uniqueId = attributes.uniqueId === null ? null : readUniqueId(entry, attributes.uniqueId);
  if (attributes.email !== null && email === null) throw new UnfitAccountError('no e-mail address');
  if (attributes.uniqueId !== null && uniqueId === null) {
    throw new UnfitAccountError('no unique id');
  }
  const displayName = readName(entry.values(attributes.displayName)[0]) || readName(username);
  return { displayName, email, uniqueId, role };
}

function readEmail(entry: DirectoryEntry, attribute: string): string | null {
  const email = entry.values(attribute)[0]?.toString('utf8').trim().toLowerCase() ?? '';
  return EMAIL.test(email) && email.length <= LONGEST_EMAIL && !/[\p{Cc}\ufffd]/u.test(email)
    ? email
    : null;
}

function readUniqueId(entry: DirectoryEntry, attribute: string): string | null {
  const value = entry.values(attribute)[0];
  return value === undefined ? null : normalizedUniqueId(attribute, value);
}

/** A name as it can be shown and stored: on one line, and not endless. */
function readName(value: Buffer | string | undefined): string {
  const name =
    value
      ?.toString('utf8')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim() ?? '';
  return name.slice(0, LONGEST_NAME).toWellFormed().trim();
}
