import type { UserEntity } from './user.entity.js';

export const SYSTEM_USER = { username: 'system', email: 'system@localhost' };
export const DEFAULT_ADMIN = { username: 'admin', email: 'admin@localhost' };

/** The administrator that every server has, whatever the row is named by now. */
export function isDefaultAdmin({ username, email }: UserEntity): boolean {
  return username === DEFAULT_ADMIN.username || email === DEFAULT_ADMIN.email;
}

/** Names of accounts that every server has are not given to others, not even in another case. */
export function isReservedName(username: string): boolean {
  const lower = username.toLowerCase();
  return lower === SYSTEM_USER.username || lower === DEFAULT_ADMIN.username;
}
