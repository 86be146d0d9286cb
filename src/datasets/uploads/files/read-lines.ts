import { isUtf8 } from 'node:buffer';
import { UnprocessableError } from '../../../common/errors/errors.js';
import { MAX_ROW_BYTES } from '../limits.js';

const LINE_FEED = 0x0a;

/** A line, without the break at its end, and its number from 1. */
export interface Line {
  number: number;
  text: string;
}

/**
 * Cuts bytes into lines of UTF-8, holding one at a time. What follows the last break is a line
 * unless it is empty.
 * @throws UnprocessableError for a line that is too large or not UTF-8.
 */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (;;) {
      const to = chunk.indexOf(LINE_FEED, from);
      const part = chunk.subarray(from, to < 0 ? chunk.length : to);
      held += part.length;
      if (held > MAX_ROW_BYTES) throw lineTooLarge(number);
      parts.push(part);
      if (to < 0) break;
      yield { number, text: decoded(parts, number) };
      number += 1;
      parts = [];
      held = 0;
      from = to + 1;
    }
  }
  if (held > 0) yield { number, text: decoded(parts, number) };
}

export function lineTooLarge(line: number): UnprocessableError {
  return new UnprocessableError(`line ${line}: larger than ${MAX_ROW_BYTES} bytes`);
}

export function notUtf8(line: number): UnprocessableError {
  return new UnprocessableError(`line ${line}: the text is not UTF-8`);
}

function decoded(parts: Buffer[], number: number): string {
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  if (!isUtf8(bytes)) throw notUtf8(number);
  const text = bytes.toString('utf8');
  return number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
}
