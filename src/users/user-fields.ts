import { UnprocessableError } from '../common/errors/errors.js';
import { isStorable } from '../common/validation/storable.js';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** RFC 5321, 4.5.3.1. */
const MAX_EMAIL_BYTES = 254;
const MAX_NAME_BYTES = 256;

/**
 * An address in the form in which it is kept: lower case, without blanks at the ends.
 * @throws UnprocessableError unless it looks like `somebody@somewhere.tld`.
 */
export function checkedEmail(text: string): string {
  const email = text.trim().toLowerCase();
  // The length first: the form is not looked for in what would take long.
  const isAddress =
    Buffer.byteLength(email) <= MAX_EMAIL_BYTES &&
    EMAIL.test(email) &&
    isPrintable(email) &&
    !/\p{Cf}/u.test(email);
  if (!isAddress) throw new UnprocessableError('Not a valid e-mail address');
  return email;
}

/** @throws UnprocessableError unless it is a name that can be kept and shown. */
export function checkedUsername(text: string): string {
  const username = text.trim().normalize('NFC');
  if (username === '') throw new UnprocessableError('The user name must not be empty');
  if (!isPrintable(username)) {
    throw new UnprocessableError('The user name must not hold control characters');
  }
  if (Buffer.byteLength(username) > MAX_NAME_BYTES) {
    throw new UnprocessableError(`The user name must have at most ${MAX_NAME_BYTES} bytes`);
  }
  return username;
}

/** Nor does anything in it turn around what is shown beside it. */
const isPrintable = (text: string): boolean =>
  isStorable(text) && !/[\p{Cc}\p{Bidi_Control}]/u.test(text);
