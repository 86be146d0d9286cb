/** What a secret may be called: a name that an environment variable can have. */
export const SECRET_KEY = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Longest name. */
export const MAX_KEY_LENGTH = 255;

/** Largest value. */
export const MAX_VALUE_BYTES = 64 * 1024;

/** How many secrets one request may change. */
export const MAX_CHANGES = 1_000;

/** What seals are bound to, so that a value is no good under another key. */
export function sealContext(key: string): string {
  return `secrets:${key}`;
}
