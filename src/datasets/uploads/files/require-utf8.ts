import { isUtf8 } from 'node:buffer';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { notUtf8 } from './read-jsonl.js';

const LINE_FEED = 0x0a;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Passes bytes of UTF-8 on, without a byte order mark.
 * @throws UnprocessableError that names the line of the first byte that is not UTF-8.
 */
export async function* requireUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1;
  let isFirst = true;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = joined.length - countUnfinished(joined);
    const whole = joined.subarray(0, end);
    if (!isUtf8(whole)) throw findFault(whole, line);
    line += countLines(whole);
    rest = joined.subarray(end);
    // The mark is one character, so it arrives in one piece.
    const isMarked = isFirst && whole.subarray(0, 3).equals(BYTE_ORDER_MARK);
    if (whole.length > 0) isFirst = false;
    yield isMarked ? whole.subarray(3) : whole;
  }
  if (rest.length > 0) throw notUtf8(line);
}

/** Counts the bytes of an incomplete character at the end, which continues in the next chunk. */
function countUnfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < characterLength(byte) ? back : 0;
  }
  return 0;
}

function characterLength(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}

function findFault(bytes: Buffer, firstLine: number): UnprocessableError {
  let line = firstLine;
  let from = 0;
  for (;;) {
    const to = bytes.indexOf(LINE_FEED, from);
    if (to < 0 || !isUtf8(bytes.subarray(from, to))) return notUtf8(line);
    line += 1;
    from = to + 1;
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    lines += 1;
  return lines;
}
