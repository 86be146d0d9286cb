import { gzipSync } from 'node:zlib';

export const MEBIBYTE = 1024 * 1024;

/** A line or a value that is longer than this is refused. */
export const MAX_MIB = 32;

/**
 * Returns that many mebibytes of one letter, between a head and a tail, compressed with gzip. Repeats
 * one compressed mebibyte, because compressing a gigabyte takes seconds.
 */
export function gzipOf(head: string, mebibytes: number, tail = ''): Buffer {
  const piece = gzipSync(Buffer.alloc(MEBIBYTE, 'x'));
  const pieces = Array.from({ length: mebibytes }, () => piece);
  return Buffer.concat([gzipSync(head), ...pieces, gzipSync(tail)]);
}
