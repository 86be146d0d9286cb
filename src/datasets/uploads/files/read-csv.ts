import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { type CheckColumns, type FileRow, rowError } from '../contents/file-row.js';
import { MAX_COLUMNS, MAX_ROW_BYTES } from '../contents/limits.js';
import { type Delimiter, DELIMITER_NAMES, findDelimiter } from './csv-delimiter.js';
import { lineTooLarge } from './read-jsonl.js';
import { requireUtf8 } from './require-utf8.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Blank cells count as missing. */
const BLANK = /^\s*$/;
/** As in `q1, "Paris, France"`. */
const SPACE_BEFORE_QUOTES = /^\s+"/;
const SPACE_BESIDE_QUOTES = /^\s+"|^".*"\s+$/s;

/**
 * Reads the rows of a CSV file whose first line names its columns. Cells stay text. Skips blank cells, and
 * lines that have no others.
 * @throws UnprocessableError that names the faulty line or column.
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  check: CheckColumns,
): AsyncGenerator<FileRow> {
  const lines = new LineCounter();
  /** The records that are parsed but not yet yielded. */
  const parsed: { line: number; fault: Error | null }[] = [];
  const { delimiter, all } = await findDelimiter(requireUtf8(bytes));
  const parser = parse({
    delimiter,
    max_record_size: MAX_ROW_BYTES,
    on_record: (cells: string[], { bytes: end }) => {
      const line = lines.findStartOfRecord();
      const isSuspect = cells.some((cell) => SPACE_BESIDE_QUOTES.test(cell));
      const place = isSuspect ? findSpaceInRecord(lines.textUntil(end), delimiter) : null;
      const fault = place
        ? rowError(`line ${line}`, `a cell has a space ${place} its quotes. Remove the space.`)
        : null;
      parsed.push({ line, fault });
      lines.moveToEndOfRecord(end);
      return cells;
    },
    record_delimiter: ['\r\n', '\n', '\r'],
    // Rows may differ in length, and cells may contain quotes.
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // Errors surface where the records are read.
  const feeding = pipeline(limitColumns(all, parser, lines), parser).catch(() => undefined);
  let positions: Map<string, number> | undefined;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const { line, fault } = parsed.shift()!;
      if (fault) throw fault;
      if (cells.length > MAX_COLUMNS) throw tooManyColumns(line);
      if (positions) {
        requireColumnsFor(cells, positions, delimiter, line);
        if (!cells.every((cell) => BLANK.test(cell))) yield toRow(cells, positions, line);
      } else {
        // Spreadsheets write trailing delimiters.
        const header = cells.slice(0, cells.findLastIndex((cell) => !BLANK.test(cell)) + 1);
        positions = findPositions(header);
        check(header);
      }
    }
  } catch (error) {
    throw explainCsvError(error, lines);
  } finally {
    parser.destroy();
    await feeding;
  }
  if (!positions)
    throw new UnprocessableError(
      'The CSV file is empty; its first line must contain the column names.',
    );
}

/** A cell too many shifts all others, most often because the delimiter is not quoted. */
function requireColumnsFor(
  cells: readonly string[],
  { size }: ReadonlyMap<string, number>,
  delimiter: Delimiter,
  line: number,
): void {
  if (cells.length <= size || cells.slice(size).every((cell) => BLANK.test(cell))) return;
  throw rowError(
    `line ${line}`,
    `${cells.length} cells, but the header has ${size}. Put double quotes around cells that contain ${DELIMITER_NAMES[delimiter]}.`,
  );
}

/**
 * Finds out where a cell has spaces beside its quotes, as in `q1, "Paris, France"`; null if none has. Its
 * author meant a quoted cell, but the quotes become a part of the text. The cells alone do not tell,
 * because they may contain quotes that were written twice.
 */
function findSpaceInRecord(record: string, delimiter: Delimiter): 'before' | 'after' | null {
  const rest = `[^${delimiter}\\r\\n]*`;
  const cells = new RegExp(`("[^"]*(?:""[^"]*)*")?(${rest})[${delimiter}\\r\\n]?`, 'gy');
  for (const [, quoted, unquoted] of record.matchAll(cells)) {
    if (quoted === undefined && SPACE_BEFORE_QUOTES.test(unquoted!)) return 'before';
    if (quoted !== undefined && unquoted !== '' && BLANK.test(unquoted!)) return 'after';
  }
  return null;
}

function toRow(cells: string[], positions: ReadonlyMap<string, number>, line: number): FileRow {
  return {
    place: `line ${line}`,
    line,
    valueOf: (column) => {
      const cell = cells[positions.get(column) ?? -1];
      return cell === undefined || BLANK.test(cell) ? undefined : cell;
    },
  };
}

function findPositions(header: string[]): Map<string, number> {
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
 * Limits the columns of a record. The parser limits only the length of a record, not counting
 * commas. It requests a chunk only after it has parsed the earlier ones.
 */
async function* limitColumns(
  bytes: AsyncIterable<Buffer>,
  parser: Parser,
  lines: LineCounter,
): AsyncGenerator<Buffer> {
  // The types lack this property; a test checks that it exists.
  const { state } = parser as unknown as { state: { record: string[] } };
  for await (const chunk of bytes) {
    lines.add(chunk);
    yield chunk;
    // Releases blank lines that are not followed by a record yet.
    const line = lines.findStartOfRecord();
    if (state.record.length > MAX_COLUMNS) throw tooManyColumns(line);
  }
}

function tooManyColumns(line: number): UnprocessableError {
  return rowError(`line ${line}`, `more than ${MAX_COLUMNS} columns`);
}

function explainCsvError(error: unknown, lines: LineCounter): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = lines.findStartOfRecord();
  if (error.code === 'CSV_MAX_RECORD_SIZE') return lineTooLarge(line);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return rowError(`line ${line}`, 'a quote is never closed');
  return rowError(`line ${line}`, error.message);
}

/** Finds the line numbers of records from the bytes and the ends of the records. */
class LineCounter {
  private chunks: Buffer[] = [];
  /** Offsets of the next byte and of the first chunk in memory. */
  private at = 0;
  private chunkStart = 0;
  private line = 1;
  private isAfterReturn = false;

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  /** Skips blank lines. Returns the first line of the next record. */
  findStartOfRecord(): number {
    this.walk((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN);
    return this.line;
  }

  /** Returns the text from the current position to an offset. */
  textUntil(offset: number): string {
    const from = this.at - this.chunkStart;
    return Buffer.concat(this.chunks)
      .subarray(from, offset - this.chunkStart)
      .toString('utf8');
  }

  /** Moves to the end of a record. */
  moveToEndOfRecord(offset: number): void {
    this.walk(() => this.at < offset);
  }

  private walk(goesOn: (byte: number) => boolean): void {
    for (let chunk = this.chunks[0]; chunk; chunk = this.chunks[0]) {
      for (; this.at < this.chunkStart + chunk.length; this.at += 1) {
        const byte = chunk[this.at - this.chunkStart]!;
        if (!goesOn(byte)) return;
        // `\r\n` is one line break, even across chunks.
        if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && !this.isAfterReturn)) this.line += 1;
        this.isAfterReturn = byte === CARRIAGE_RETURN;
      }
      this.chunkStart += chunk.length;
      this.chunks.shift();
    }
  }
}
