import type { UserEntity } from './user.entity.js';

export const SYSTEM_USER = { username: 'system', email: 'system@localhost' };
export const DEFAULT_ADMIN = { username: 'admin', email: 'admin@localhost' };

/** Returns whether this is the administrator that every server has, even if renamed. */
export function isDefaultAdmin({ username, email }: UserEntity): boolean {
  return username === DEFAULT_ADMIN.username || email === DEFAULT_ADMIN.email;
}

/**
 * Returns whether a name is that of a built-in account, or looks like it because it differs only in width or
 * invisible characters. Names that differ in case are different names.
 */
export function isReservedName(username: string): boolean {
  const shown = username
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
  return shown === SYSTEM_USER.username || shown === DEFAULT_ADMIN.username;
}
