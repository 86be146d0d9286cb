import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** How many digits hold so many random bytes: 62^22 is just above 2^128, 62^43 above 2^256. */
const LENGTHS = { 16: 22, 32: 43 };

/** Generates random bytes as digits and letters, which need no quoting in a shell or a URL. */
export function randomDigits(bytes: keyof typeof LENGTHS): string {
  let rest = BigInt(`0x${randomBytes(bytes).toString('hex')}`);
  let digits = '';
  while (digits.length < LENGTHS[bytes]) {
    digits = DIGITS[Number(rest % BASE)] + digits;
    rest /= BASE;
  }
  return digits;
}
