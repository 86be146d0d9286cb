import isEmail from 'validator/lib/isEmail.js';

/**
 * Returns whether a text is one address that can receive email (RFC 5321, without quoted local parts): no
 * `admin@localhost`, no list of addresses, nothing that could end a header.
 */
export function isMailable(address: string): boolean {
  return isEmail.default(address, { allow_utf8_local_part: false });
}

/** Also accepts `admin@localhost`. */
const TYPED_EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Returns the email address that a user typed, for the audit log; null if it cannot be one, because
 * users sometimes type their password there.
 */
export function readTypedEmail(text: string): string | null {
  const trimmed = text.trim();
  return TYPED_EMAIL.test(trimmed) ? trimmed : null;
}
