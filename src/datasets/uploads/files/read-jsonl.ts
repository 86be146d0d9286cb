import { isUtf8 } from 'node:buffer';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { getOwn, isJsonObject } from '../../../kernel/json/json.js';
import { type FileRow, parseAt, rowError } from '../contents/file-row.js';
import { MAX_ROW_BYTES } from '../contents/limits.js';

const LINE_FEED = 0x0a;

/** A line without its line break, and its number, starting at 1. */
export interface Line {
  number: number;
  text: string;
}

/**
 * Reads the rows of a file with one JSON object per line. Skips blank lines and empty objects, as blank
 * rows of CSV files are skipped.
 * @throws UnprocessableError that names the faulty line.
 */
export async function* readJsonl(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  let isEmpty = true;
  for await (const { number, text } of readLines(bytes)) {
    if (text.trim() === '') continue;
    isEmpty = false;
    const place = `line ${number}`;
    const object = parseAt(place, text);
    if (!isJsonObject(object)) throw rowError(place, 'should contain a JSON object');
    if (Object.keys(object).length === 0) continue;
    yield { place, line: number, valueOf: (column) => getOwn(object, column) };
  }
  if (isEmpty) throw new UnprocessableError('The file is empty.');
}

/**
 * Splits bytes into lines of UTF-8, with one at a time in memory. The text after the last line
 * break is a line unless it is empty.
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
      yield { number, text: decodeLine(parts, number) };
      number += 1;
      parts = [];
      held = 0;
      from = to + 1;
    }
  }
  if (held > 0) yield { number, text: decodeLine(parts, number) };
}

export function lineTooLarge(line: number): UnprocessableError {
  return new UnprocessableError(`line ${line}: larger than ${MAX_ROW_BYTES} bytes`);
}

export function notUtf8(line: number): UnprocessableError {
  return new UnprocessableError(`line ${line}: the text is not UTF-8`);
}

function decodeLine(parts: Buffer[], number: number): string {
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  if (!isUtf8(bytes)) throw notUtf8(number);
  const text = bytes.toString('utf8');
  return number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
}
