import { randomBytes } from 'node:crypto';

/** The start of each secret, by which people and scanners recognize it. */
const PREFIX = 'whsec_';

/** As long as the keys of SHA-256 should be. */
const SECRET_BYTES = 32;

/** Generates the secret that signs the messages of a webhook. */
export function generateSigningSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Returns the key that a secret stands for. */
export function toSigningKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
