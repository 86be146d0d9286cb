import { UnprocessableError } from '../kernel/errors/errors.js';
import { isStorable } from '../kernel/validation/storable.js';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** RFC 5321, 4.5.3.1. */
const MAX_EMAIL_BYTES = 254;
const MAX_NAME_BYTES = 256;

/**
 * Returns an address in its stored form: in lower case and without surrounding white space.
 * @throws UnprocessableError unless it looks like `somebody@somewhere.tld`.
 */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  // Checks the length first, because matching long texts is slow.
  const isAddress =
    Buffer.byteLength(email) <= MAX_EMAIL_BYTES &&
    EMAIL.test(email) &&
    isPrintable(email) &&
    !/\p{Cf}/u.test(email);
  if (!isAddress) throw new UnprocessableError('This is not a valid email address.');
  return email;
}

/** @throws UnprocessableError if the name cannot be stored or shown. */
export function parseUsername(text: string): string {
  const username = text.trim().normalize('NFC');
  if (username === '') throw new UnprocessableError('The user name must not be empty.');
  if (!isPrintable(username)) {
    throw new UnprocessableError('The user name must not contain control characters.');
  }
  if (Buffer.byteLength(username) > MAX_NAME_BYTES) {
    throw new UnprocessableError(`The user name must have at most ${MAX_NAME_BYTES} bytes.`);
  }
  return username;
}

/** Excludes characters that reverse the text shown next to the name. */
const isPrintable = (text: string): boolean =>
  isStorable(text) && !/[\p{Cc}\p{Bidi_Control}]/u.test(text);
