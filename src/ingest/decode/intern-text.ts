const MAX_LENGTH = 64;
const SLOTS = 2048;

/** Strings by a hash of their bytes, with only the last one per hash. */
const known: (string | undefined)[] = Array.from({ length: SLOTS });

/**
 * Decodes UTF-8, and returns the same string for bytes seen before. Spans repeat the same keys, and
 * finding a known string is several times cheaper than decoding it and hashing the new one.
 */
export function internText(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length > MAX_LENGTH) return bytes.toString('utf8', start, end);
  let hash = length;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const candidate = known[slot];
  if (candidate !== undefined && isAscii(candidate, bytes, start, length)) return candidate;
  const text = bytes.toString('utf8', start, end);
  known[slot] = text;
  return text;
}

/** Returns whether the bytes are exactly these characters; false for any non-ASCII text. */
function isAscii(text: string, bytes: Buffer, start: number, length: number): boolean {
  if (text.length !== length) return false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127 || code !== bytes[start + at]) return false;
  }
  return true;
}
