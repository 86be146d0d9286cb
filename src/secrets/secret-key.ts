import { DomainError } from '../kernel/errors/errors.js';

/** A key is a valid name of an environment variable. */
export const SECRET_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Maximum length of a key in characters. */
export const MAX_KEY_LENGTH = 255;

/** Maximum size of a value in bytes. */
export const MAX_VALUE_BYTES = 64 * 1024;

/** Maximum number of secrets per request. */
export const MAX_CHANGES = 1_000;

/** Returns the context that a seal is bound to, so that a value cannot be moved to another key. */
export function sealContext(key: string): string {
  return `secrets:${key}`;
}

/** Returns the position of a secret in lists: base64 of its key, opaque to clients. */
export function toSecretCursor(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64');
}

/** @throws DomainError BAD_USER_INPUT if `toSecretCursor` did not create the cursor. */
export function parseSecretCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64').toString('utf8');
  if (!SECRET_KEY.test(key)) throw new DomainError('BAD_USER_INPUT', `Invalid cursor: ${cursor}`);
  return key;
}
