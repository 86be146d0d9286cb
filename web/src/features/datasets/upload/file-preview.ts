import Papa from 'papaparse';
import { isObject, type Json, parseExactJson } from '../../../lib/json/exact-json.js';

/**
 * Larger files should be uploaded from code, because the browser would hold them in memory while
 * sending.
 */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

const ROWS_SHOWN = 50;
/** The number of bytes to read; more if the first row is longer. */
const FIRST_BYTES = 1024 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

export type FileFormat = 'csv' | 'jsonl';

/** A row of the file, by column. */
export interface FileRow {
  line: number;
  values: ReadonlyMap<string, Json>;
}

/** The start of a file. */
export interface FilePreview {
  format: FileFormat;
  /** In order of appearance. */
  columns: string[];
  rows: FileRow[];
}

/** A preview of a file, or the reason it cannot be uploaded. */
export type FileReading = { preview: FilePreview } | { problem: string };

/** Reads the start of a file. */
export async function readFilePreview(file: File): Promise<FileReading> {
  if (file.size === 0) return { problem: 'The file is empty.' };
  if (file.size > MAX_FILE_BYTES) {
    return { problem: 'The file is larger than 100 MB. Split it, or upload it from code.' };
  }
  for (let bytes = FIRST_BYTES; ; bytes *= 8) {
    const isWhole = bytes >= file.size;
    const text = decodeUtf8(await file.slice(0, bytes).arrayBuffer(), isWhole);
    if (text === undefined) {
      return { problem: 'The file is not UTF-8. Save it as “CSV UTF-8” or as UTF-8.' };
    }
    const reading =
      formatOf(file.name, text) === 'csv' ? readCsv(text, isWhole) : readJsonl(text, isWhole);
    if ('problem' in reading || reading.preview.rows.length > 0 || isWhole || bytes > MAX_BYTES) {
      return reading;
    }
  }
}

/** Returns undefined if the bytes are not UTF-8. The last character may be incomplete. */
function decodeUtf8(bytes: ArrayBuffer, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

function formatOf(name: string, text: string): FileFormat {
  if (/\.(jsonl|ndjson|json)$/i.test(name)) return 'jsonl';
  if (/\.(csv|tsv)$/i.test(name)) return 'csv';
  return text.trimStart().startsWith('{') ? 'jsonl' : 'csv';
}

function readCsv(text: string, isWhole: boolean): FileReading {
  const delimiter = findDelimiter(text);
  const { data } = Papa.parse<string[]>(text, {
    delimiter,
    preview: ROWS_SHOWN + 2,
    skipEmptyLines: true,
  });
  const [columns, ...records] = data;
  if (!columns) return { problem: 'The file is empty.' };
  const problem = findHeaderProblem(columns);
  if (problem) return { problem };
  // The last record may be incomplete, unless there are more records than are shown.
  const isCut = !isWhole && data.length < ROWS_SHOWN + 2;
  const whole = isCut ? records.slice(0, -1) : records;
  const lines = startLines(text, columns, records);
  const rows: FileRow[] = [];
  for (const [at, cells] of whole.slice(0, ROWS_SHOWN).entries()) {
    const line = lines[at]!;
    const fault = findRowProblem(cells, columns, delimiter);
    if (fault) return { problem: `Line ${line} ${fault}` };
    const values = columns.flatMap((column, place): [string, Json][] => {
      const cell = cells[place];
      return cell === undefined || cell.trim() === '' ? [] : [[column, cell]];
    });
    if (values.length > 0) rows.push({ line, values: new Map(values) });
  }
  return { preview: { format: 'csv', columns, rows } };
}

/** Finds the delimiter as the server does: by the first line that is not blank. */
function findDelimiter(text: string): string {
  const header = /(?:"[^"]*(?:"|$)|[^"\r\n])+/.exec(text)?.[0] ?? '';
  const unquoted = header.replaceAll(/"[^"]*(?:"|$)/g, '');
  if (unquoted.includes(',')) return ',';
  const [semicolons, tabs] = [';', '\t'].map((sign) => unquoted.split(sign).length - 1);
  if (!semicolons && !tabs) return ',';
  return semicolons! >= tabs! ? ';' : '\t';
}

const DELIMITER_NAMES: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** Returns a problem for which the server would refuse the file. */
function findRowProblem(
  cells: readonly string[],
  { length }: readonly string[],
  delimiter: string,
): string | undefined {
  if (cells.slice(length).every((cell) => cell.trim() === '')) return undefined;
  const name = DELIMITER_NAMES[delimiter]!;
  return `has ${cells.length} cells, but the first line names ${length} columns. Put double quotes around cells that contain ${name}, without spaces beside them.`;
}

function findHeaderProblem(columns: string[]): string | undefined {
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined) return `Two columns are named “${twice}”. Names must be unique.`;
  return undefined;
}

/**
 * Returns the lines at which records start. Takes blank lines between records into account where
 * possible.
 */
function startLines(text: string, header: string[], records: string[][]): number[] {
  const blank = (line: number): boolean => /^\r?$/.test(linesOf[line - 1] ?? 'x');
  const linesOf = text.split('\n');
  const breaks = (cells: string[]): number => cells.join('').split('\n').length;
  let line = 1;
  while (blank(line)) line += 1;
  line += breaks(header);
  return records.map((cells) => {
    while (blank(line)) line += 1;
    const start = line;
    line += breaks(cells);
    return start;
  });
}

function readJsonl(text: string, isWhole: boolean): FileReading {
  const lines = text.split('\n');
  // The text after the last line break is empty or an incomplete line.
  if (!isWhole || lines.at(-1) === '') lines.pop();
  const rows: FileRow[] = [];
  const columns = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (rows.length === ROWS_SHOWN) break;
    if (line.trim() === '') continue;
    const value = parse(line);
    if (!isObject(value)) return { problem: findLineProblem(at + 1, line) };
    const values = new Map(Object.entries(value).map(([key, item]) => [key, item ?? null]));
    // As with blank rows of CSV files, the server makes no example of an empty object.
    if (values.size === 0) continue;
    for (const key of values.keys()) columns.add(key);
    rows.push({ line: at + 1, values });
  }
  return { preview: { format: 'jsonl', columns: [...columns], rows } };
}

function parse(line: string): Json | undefined {
  try {
    return parseExactJson(line);
  } catch {
    return undefined;
  }
}

function findLineProblem(number: number, line: string): string {
  if (number === 1 && line.trimStart().startsWith('[')) {
    return 'The file is a JSON list. Write each object on its own line (JSONL).';
  }
  return `Line ${number} is not a JSON object. Every line must be one JSON object.`;
}
