import { DomainError } from '../common/errors/errors.js';
import { SECRET_KEY } from './secret-key.js';

/** base64 of the key; opaque to clients. */
export function toSecretCursor(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64');
}

/** @throws DomainError BAD_USER_INPUT when the text was not written by `toSecretCursor`. */
export function parseSecretCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64').toString('utf8');
  if (!SECRET_KEY.test(key)) throw new DomainError('BAD_USER_INPUT', `Invalid cursor: ${cursor}`);
  return key;
}
