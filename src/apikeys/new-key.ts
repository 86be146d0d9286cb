import { randomBytes } from 'node:crypto';
import { KEY_PREFIX } from './api-key-authentication.service.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** 62^43 is just above 2^256. */
const LENGTH = 43;

/** So much of a key is kept, for people to recognize it by. */
const SHOWN_LENGTH = 12;

/** A new key: the prefix and 256 random bits in digits and letters, which no shell has to quote. */
export function newKey(): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let digits = '';
  while (digits.length < LENGTH) {
    digits = DIGITS[Number(rest % BASE)] + digits;
    rest /= BASE;
  }
  return KEY_PREFIX + digits;
}

/** The part of a key that is not secret. */
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}
