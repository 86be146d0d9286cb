import { DomainError } from '../common/errors/errors.js';

/** A key is a name that an environment variable can have. */
export const SECRET_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Longest key, in characters. */
export const MAX_KEY_LENGTH = 255;

/** Largest value, in bytes. */
export const MAX_VALUE_BYTES = 64 * 1024;

/** How many secrets one request may change. */
export const MAX_CHANGES = 1_000;

/** Returns what a seal is bound to, so that a value cannot be moved to another key. */
export function sealContext(key: string): string {
  return `secrets:${key}`;
}

/** Returns the position of a secret in lists: base64 of its key, opaque to clients. */
export function toSecretCursor(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64');
}

/** @throws DomainError BAD_USER_INPUT if `toSecretCursor` did not write the text. */
export function parseSecretCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64').toString('utf8');
  if (!SECRET_KEY.test(key)) throw new DomainError('BAD_USER_INPUT', `Invalid cursor: ${cursor}`);
  return key;
}
