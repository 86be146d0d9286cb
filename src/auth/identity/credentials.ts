import type { CredentialHeaders, Identity } from '../../kernel/access/access.js';
import type { UserEntity, UserRoleName } from '../../users/user.entity.js';
import { ACCESS_COOKIE, readCookie } from '../sessions/session-cookies.js';

const BEARER = /^bearer +(\S+) *$/i;

/** Returns the bearer token of the `Authorization` header, or null. */
export function readBearerToken({ authorization }: CredentialHeaders): string | null {
  return (authorization !== undefined && BEARER.exec(authorization)?.[1]) || null;
}

const BASIC = /^basic +([A-Za-z0-9+/]+=*) *$/i;

/** Returns the password of HTTP basic authentication, whatever the name, or null. */
export function readBasicPassword({ authorization }: CredentialHeaders): string | null {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const [, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return password.join(':') || null;
}

/**
 * Returns the token of a request. Any `Authorization` header, even an invalid one, overrides the
 * cookie.
 */
export function readToken(headers: CredentialHeaders): string | null {
  return headers.authorization === undefined
    ? readCookie(headers.cookie, ACCESS_COOKIE) || null
    : readBearerToken(headers);
}

/** Returns the identity of a user who presented a credential. */
export function toIdentity(
  { id, username, role }: Pick<UserEntity, 'id' | 'username' | 'role'>,
  credential: Pick<Identity, 'credential'> & Partial<Identity>,
): Identity {
  return {
    userId: id,
    username,
    role: toRole(role),
    isSystem: role === 'SYSTEM',
    sessionId: null,
    grantId: null,
    key: null,
    audience: null,
    mustChangePassword: false,
    mustAddSecondFactor: false,
    ...credential,
  };
}

/**
 * A key of the system user has the rights of a member: it can read and write, but not administer.
 */
function toRole(role: UserRoleName): Identity['role'] {
  return role === 'SYSTEM' ? 'MEMBER' : role;
}
