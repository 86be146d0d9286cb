import type { UserEntity } from './user.entity.js';

export const SYSTEM_USER = { username: 'system', email: 'system@localhost' };
export const DEFAULT_ADMIN = { username: 'admin', email: 'admin@localhost' };

/** The administrator that every server has, whatever the row is named by now. */
export function isDefaultAdmin({ username, email }: UserEntity): boolean {
  return username === DEFAULT_ADMIN.username || email === DEFAULT_ADMIN.email;
}

/**
 * Names of accounts that every server has are not given to others, nor what reads like them: in
 * another case or width, or with characters that do not show.
 */
export function isReservedName(username: string): boolean {
  const shown = username
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();
  return shown === SYSTEM_USER.username || shown === DEFAULT_ADMIN.username;
}
