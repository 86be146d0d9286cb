import { createHash } from 'node:crypto';

/** Returns the digest to store for a text that only has to be recognized later. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
