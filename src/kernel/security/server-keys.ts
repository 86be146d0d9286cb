import { createHash, hkdfSync } from 'node:crypto';

/** A key for one purpose, derived from one of the server's secrets. */
export interface ServerKey {
  /** Identifies the secret without revealing it. The same for every purpose. */
  id: string;
  key: Buffer;
}

/**
 * Derives a key from each secret, newest first. No two purposes share a key (RFC 5869: the purpose
 * is the `info`).
 */
export function deriveKeys(secrets: readonly string[], purpose: string): ServerKey[] {
  return secrets.map((secret) => ({
    id: createHash('sha256').update(derive(secret, 'key-id')).digest('hex').slice(0, 16),
    key: derive(secret, purpose),
  }));
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `spandrel/${purpose}`, 32));
}
