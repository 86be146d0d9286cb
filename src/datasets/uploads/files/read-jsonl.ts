import { UnprocessableError } from '../../../common/errors/errors.js';
import { getOwn, isJsonObject } from '../../../common/json/json.js';
import { parseAt, rowError } from '../columns/example-fields.js';
import type { FileRow } from './file-row.js';
import { readLines } from './read-lines.js';

/**
 * The rows of a file that holds one JSON object a line.
 * @throws UnprocessableError that names the line at fault.
 */
export async function* readJsonl(bytes: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  let isEmpty = true;
  for await (const { number, text } of readLines(bytes)) {
    isEmpty = false;
    const place = `line ${number}`;
    if (text.trim() === '') throw rowError(place, 'is blank; every line should hold a JSON object');
    const object = parseAt(place, text);
    if (!isJsonObject(object)) throw rowError(place, 'should hold a JSON object');
    yield { place, line: number, valueOf: (column) => getOwn(object, column) };
  }
  if (isEmpty) throw new UnprocessableError('The file is empty.');
}
