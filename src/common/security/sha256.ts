import { createHash } from 'node:crypto';

/** What is kept of a text that only has to be recognised. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
