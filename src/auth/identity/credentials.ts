import type { CredentialHeaders, Identity } from '../../common/access/access.js';
import type { UserEntity, UserRoleName } from '../../users/user.entity.js';
import { ACCESS_COOKIE, readCookie } from '../sessions/session-cookies.js';

const BEARER = /^bearer +(\S+) *$/i;

/** Returns the bearer token of the `Authorization` header, or null. */
export function readBearerToken({ authorization }: CredentialHeaders): string | null {
  return (authorization !== undefined && BEARER.exec(authorization)?.[1]) || null;
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
