import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import { UnprocessableError } from '../../../common/errors/errors.js';
import { rowError } from '../columns/example-fields.js';
import { MAX_COLUMNS, MAX_ROW_BYTES } from '../limits.js';
import type { CheckColumns, FileRow } from './file-row.js';
import { LineCounter } from './line-counter.js';
import { lineTooLarge } from './read-lines.js';
import { strictUtf8 } from './strict-utf8.js';

/** A cell that holds nothing but blanks is as good as not there. */
const BLANK = /^\s*$/;

/**
 * The rows of a CSV file whose first line names its columns. Cells stay texts; blank ones are left
 * out, as are blank lines and cells beyond the last column.
 * @throws UnprocessableError that names the line at fault, or what is wrong with the columns.
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  check: CheckColumns,
): AsyncGenerator<FileRow> {
  const lines = new LineCounter();
  /** Of the records that are parsed and not yet taken. */
  const starts: number[] = [];
  const parser = parse({
    max_record_size: MAX_ROW_BYTES,
    on_record: (cells, { bytes }) => {
      starts.push(lines.startOfRecord());
      lines.endOfRecord(bytes);
      return cells;
    },
    record_delimiter: ['\r\n', '\n', '\r'],
    // Rows may be ragged, and cells hold quotes of their own.
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // What goes wrong is seen where the records are read.
  const feeding = pipeline(bounded(strictUtf8(bytes), parser, lines), parser).catch(
    () => undefined,
  );
  let positions: Map<string, number> | undefined;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const line = starts.shift()!;
      if (cells.length > MAX_COLUMNS) throw tooManyColumns(line);
      if (positions) {
        yield rowOf(cells, positions, line);
      } else {
        positions = positionsOf(cells);
        check(cells);
      }
    }
  } catch (error) {
    throw explained(error, lines);
  } finally {
    parser.destroy();
    await feeding;
  }
  if (!positions)
    throw new UnprocessableError('The CSV file is empty; its first line should name the columns.');
}

function rowOf(cells: string[], positions: ReadonlyMap<string, number>, line: number): FileRow {
  return {
    place: `line ${line}`,
    line,
    valueOf: (column) => {
      const cell = cells[positions.get(column) ?? -1];
      return cell === undefined || BLANK.test(cell) ? undefined : cell;
    },
  };
}

function positionsOf(header: string[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [position, column] of header.entries()) {
    if (positions.has(column)) {
      throw new UnprocessableError(
        `Duplicated column header in the CSV file: ${JSON.stringify(column)}`,
      );
    }
    positions.set(column, position);
  }
  return positions;
}

/**
 * The parser bounds the characters of a record, but commas are none of them. A chunk is asked for
 * when those before it are parsed.
 */
async function* bounded(
  bytes: AsyncIterable<Buffer>,
  parser: Parser,
  lines: LineCounter,
): AsyncGenerator<Buffer> {
  // Not in its types, and checked by a test.
  const { state } = parser as unknown as { state: { record: string[] } };
  for await (const chunk of bytes) {
    lines.add(chunk);
    yield chunk;
    // Lets go of blank lines, which no record follows up to here.
    const line = lines.startOfRecord();
    if (state.record.length > MAX_COLUMNS) throw tooManyColumns(line);
  }
}

function tooManyColumns(line: number): UnprocessableError {
  return rowError(`line ${line}`, `more than ${MAX_COLUMNS} columns`);
}

function explained(error: unknown, lines: LineCounter): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = lines.startOfRecord();
  if (error.code === 'CSV_MAX_RECORD_SIZE') return lineTooLarge(line);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return rowError(`line ${line}`, 'a quote is never closed');
  return rowError(`line ${line}`, error.message);
}
