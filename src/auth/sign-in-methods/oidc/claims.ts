import { type Role, ROLES } from '../../../kernel/access/roles.js';
import type { OidcProviderEnv } from '../../../config/oidc-env.js';
import { OidcRefusal } from './oidc-refusal.js';

export type Claims = Record<string, unknown>;

/** A provider's claims about a user, checked and normalized. */
export interface OidcProfile {
  subject: string;
  /** Trimmed, lower case. */
  email: string;
  /** Whether the provider has verified the address. False if it does not say so. */
  emailVerified: boolean;
  name: string;
  pictureUrl: string | null;
  /** Null if no role path is configured. */
  role: Role | null;
  /** The groups to join here; absent if that is not configured. */
  syncedGroups?: string[];
}

/**
 * Called with the path that could not be evaluated, but not with the claims, which must not be
 * logged.
 */
export type PathWarning = (expression: string) => void;

const MAX_EMAIL_LENGTH = 320;
const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 2048;
const MAX_SUBJECT_LENGTH = 255;

/** Returns whether the ID token lacks a claim that the UserInfo endpoint may have. */
export function lacksClaims(provider: OidcProviderEnv, claims: Claims, warn: PathWarning): boolean {
  const { emailPath, groups, roles, syncedGroups } = provider;
  const wanted = [emailPath, groups?.path, roles?.path, syncedGroups];
  const known = omitEmpty(claims);
  return wanted.some((path) => path !== undefined && isEmpty(readPath(path, known, warn)));
}

/** Merges the claims of both responses. If they differ, those of the signed ID token win. */
export function mergeClaims(idToken: Claims, userInfo: Claims): Claims {
  return { ...omitEmpty(userInfo), ...omitEmpty(idToken) };
}

/**
 * Returns the user that the claims describe.
 * @throws OidcRefusal if the email address is missing or not verified, no group is allowed, or the
 * role is unknown and roles are strict.
 */
export function readProfile(
  provider: OidcProviderEnv,
  subject: string,
  allClaims: Claims,
  warn: PathWarning,
): OidcProfile {
  const claims = omitEmpty(allClaims);
  if (subject.trim() === '' || subject.length > MAX_SUBJECT_LENGTH) {
    throw new OidcRefusal('missing_email_scope', 'subject_unusable');
  }
  const email = readEmail(readPath(provider.emailPath, claims, warn));
  if (isFalse(claims['email_verified'])) {
    throw new OidcRefusal('auth_failed', 'email_not_verified', { person: email });
  }
  if (provider.groups) {
    const groups = toTexts(readPath(provider.groups.path, claims, warn));
    const { allowed } = provider.groups;
    if (!groups.some((group) => allowed.includes(group))) {
      throw new OidcRefusal('auth_failed', 'group_not_allowed', { person: email });
    }
  }
  return {
    subject,
    email,
    // The flag applies to the standard claim. A path may have selected another address.
    emailVerified: isTrue(claims['email_verified']) && normalizeEmail(claims['email']) === email,
    name: readName(claims['name']) ?? email.slice(0, email.lastIndexOf('@')),
    pictureUrl: readPicture(claims['picture']),
    role: provider.roles ? readRole(provider.roles, email, claims, warn) : null,
    ...(provider.syncedGroups && {
      syncedGroups: toTexts(readPath(provider.syncedGroups, claims, warn)),
    }),
  };
}

function readEmail(value: unknown): string {
  const email = normalizeEmail(value);
  if (!email || email.length > MAX_EMAIL_LENGTH || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
    throw new OidcRefusal('missing_email_scope', 'email_missing');
  }
  return email;
}

function normalizeEmail(value: unknown): string | null {
  return typeof value === 'string' ? value.trim().toLowerCase() : null;
}

function readRole(
  roles: NonNullable<OidcProviderEnv['roles']>,
  person: string,
  claims: Claims,
  warn: PathWarning,
): Role {
  const found = readPath(roles.path, claims, warn);
  const first: unknown = Array.isArray(found) ? found[0] : found;
  const [value] = Array.isArray(first) ? [] : toTexts(first);
  const role = value === undefined ? undefined : mapRole(roles.mapping, value);
  if (!role && roles.strict) {
    throw new OidcRefusal('auth_failed', 'role_not_understood', { person });
  }
  return role ?? 'VIEWER';
}

function mapRole(mapping: ReadonlyMap<string, Role> | undefined, value: string): Role | undefined {
  if (mapping) return mapping.get(value);
  const upper = value.toUpperCase();
  return ROLES.find((role) => role === upper);
}

function readName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
    .trim()
    .normalize('NFC');
  return name === '' ? undefined : name.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

function readPicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value))
    return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
}

function readPath(path: OidcProviderEnv['emailPath'], claims: Claims, warn: PathWarning): unknown {
  try {
    return path.read(claims);
  } catch {
    warn(path.expression);
    return null;
  }
}

/**
 * Returns the strings in a claim, which may be one value or a list. Skips nested and empty values.
 */
function toTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items
    .filter((item) => ['string', 'number', 'boolean'].includes(typeof item))
    .map(String)
    .filter((item) => item !== '');
}

function omitEmpty(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Some providers send the flag as a string. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.toLowerCase() === 'false');
}
