import { createHash } from 'node:crypto';

/** Returns the digest that we store for a text that we only have to recognize. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
