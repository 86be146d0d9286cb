import { randomDigits } from '../kernel/security/random-digits.js';
import { KEY_PREFIX } from './api-key-authentication.service.js';

/** Length of the part of a key that is stored so that its owner can recognize it. */
const SHOWN_LENGTH = 12;

/** Generates a key: the prefix and 256 random bits. */
export function generateKey(): string {
  return KEY_PREFIX + randomDigits(32);
}

/** Returns the part of a key that is not secret. */
export function getShownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}
