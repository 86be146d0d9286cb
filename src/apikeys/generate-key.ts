import { randomBytes } from 'node:crypto';
import { KEY_PREFIX } from './api-key-authentication.service.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** 62^43 is just above 2^256. */
const LENGTH = 43;

/** Length of the part of a key that is stored so that its owner can recognize it. */
const SHOWN_LENGTH = 12;

/**
 * Generates a key: the prefix and 256 random bits as digits and letters, which need no quoting in a
 * shell.
 */
export function generateKey(): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let digits = '';
  while (digits.length < LENGTH) {
    digits = DIGITS[Number(rest % BASE)] + digits;
    rest /= BASE;
  }
  return KEY_PREFIX + digits;
}

/** Returns the part of a key that is not secret. */
export function getShownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}
