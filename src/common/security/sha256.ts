import { createHash } from 'node:crypto';

/** The digest we store of a text that only has to be recognized. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
