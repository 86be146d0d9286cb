import type { Role } from '../../../kernel/access/roles.js';
import type { LdapEnv } from '../../../config/ldap-env.js';
import type { DirectoryEntry } from './directory-connection.js';
import { UnfitAccountError } from './directory-errors.js';

/** A user in the directory. */
export interface DirectoryPerson {
  displayName: string;
  /** Lower case. Null only if the directory has no addresses. */
  email: string | null;
  /** Null only if no attribute for it is configured. */
  uniqueId: string | null;
  role: Role;
  /** Distinguished names as the directory spells them. */
  groups: string[];
}

/** Active Directory's attribute. Its value is always 16 bytes, even if they look like text. */
const GUID_ATTRIBUTE = 'objectguid';

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 200;

/** @throws UnfitAccountError if the entry lacks an attribute that identifies the user. */
export function readPerson(given: {
  username: string;
  entry: DirectoryEntry;
  attributes: LdapEnv['attributes'];
  role: Role;
  groups: string[];
}): DirectoryPerson {
  const { username, entry, attributes, role, groups } = given;
  const email = attributes.email === null ? null : readEmail(entry, attributes.email);
  const uniqueId = attributes.uniqueId === null ? null : readUniqueId(entry, attributes.uniqueId);
  if (attributes.email !== null && email === null) throw new UnfitAccountError('no email address');
  if (attributes.uniqueId !== null && uniqueId === null) {
    throw new UnfitAccountError('no unique ID');
  }
  const displayName = readName(entry.values(attributes.displayName)[0]) || readName(username);
  return { displayName, email, uniqueId, role, groups };
}

function readEmail(entry: DirectoryEntry, attribute: string): string | null {
  const email = entry.values(attribute)[0]?.toString('utf8').trim().toLowerCase() ?? '';
  return EMAIL.test(email) && email.length <= MAX_EMAIL_LENGTH && !/[\p{Cc}\ufffd]/u.test(email)
    ? email
    : null;
}

function readUniqueId(entry: DirectoryEntry, attribute: string): string | null {
  const value = entry.values(attribute)[0];
  return value === undefined ? null : normalizeUniqueId(attribute, value);
}

/** Makes a name fit to show and store: one line of limited length. */
function readName(value: Buffer | string | undefined): string {
  const name =
    value
      ?.toString('utf8')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim() ?? '';
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed().trim();
}

/**
 * Returns the permanent ID of an entry as it is stored. 16 raw bytes are a GUID, whose first three
 * fields Active Directory stores low byte first. Other values become lower-case text, or
 * hexadecimal if they are not text. Null for an empty value.
 */
export function normalizeUniqueId(attribute: string, value: Buffer): string | null {
  const text = decodeText(value);
  const isReadable = text !== null && !/\p{Cc}/u.test(text);
  if (value.length === 16 && (attribute.toLowerCase() === GUID_ATTRIBUTE || !isReadable)) {
    return formatGuid(value);
  }
  if (text === null || text.includes('\0')) return value.toString('hex');
  return text.trim().toLowerCase() || null;
}

function formatGuid(bytes: Buffer): string {
  const hex = (start: number, end: number) => bytes.subarray(start, end).toString('hex');
  const reversed = (start: number, end: number) =>
    Buffer.from(bytes.subarray(start, end).toReversed()).toString('hex');
  return [reversed(0, 4), reversed(4, 6), reversed(6, 8), hex(8, 10), hex(10, 16)].join('-');
}

function decodeText(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}
