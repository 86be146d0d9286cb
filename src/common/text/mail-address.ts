import isEmail from 'validator/lib/isEmail.js';

/**
 * Whether a text is one address that can receive email (RFC 5321, without quoted local parts): no
 * `admin@localhost`, no list of addresses, nothing that could end a header.
 */
export function isMailable(address: string): boolean {
  return isEmail.default(address, { allow_utf8_local_part: false });
}
