import { UnprocessableError } from '../../../kernel/errors/errors.js';
import type { CheckColumns, FileRow } from '../contents/file-row.js';
import { readArrow } from '../files/read-arrow.js';
import { readCsv } from '../files/read-csv.js';
import { readJsonl } from '../files/read-jsonl.js';
import type { SentFile } from './read-form.js';

/** The format of a file, with the function that reads its rows. */
export interface FileFormat {
  rows: (bytes: AsyncIterable<Buffer>, check: CheckColumns) => AsyncIterable<FileRow>;
  /** Whether all values are text. */
  isText: boolean;
  /** Whether columns can be flattened, so that their children replace them. */
  canFlatten: boolean;
}

const CSV: FileFormat = { rows: readCsv, isText: true, canFlatten: true };
// JSON has no header, so a column may be missing from all rows.
const JSON_LINES: FileFormat = { rows: readJsonl, isText: false, canFlatten: true };
const ARROW: FileFormat = { rows: readArrow, isText: false, canFlatten: false };

/** JSON lines have no registered type, so clients use many. */
const FORMATS: Record<string, FileFormat> = {
  'text/csv': CSV,
  'application/csv': CSV,
  'text/x-csv': CSV,
  // Windows takes CSV files for those of Excel.
  'application/vnd.ms-excel': CSV,
  'text/tab-separated-values': CSV,
  'application/jsonl': JSON_LINES,
  'application/x-jsonl': JSON_LINES,
  'application/jsonlines': JSON_LINES,
  'application/x-jsonlines': JSON_LINES,
  'application/json-lines': JSON_LINES,
  'application/ndjson': JSON_LINES,
  'application/x-ndjson': JSON_LINES,
  'text/jsonl': JSON_LINES,
  'application/x-pandas-pyarrow': ARROW,
};

const EXTENSIONS: Record<string, FileFormat> = {
  csv: CSV,
  tsv: CSV,
  jsonl: JSON_LINES,
  ndjson: JSON_LINES,
};

/** The types that the documentation names. */
export const SUPPORTED_TYPES = ['text/csv', 'application/jsonl', 'application/x-pandas-pyarrow'];
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii']);

/** @throws UnprocessableError for a type or a character set that is not supported. */
export function findFormat({ contentType, name }: SentFile): FileFormat {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && !UTF8.has(charset)) {
    throw new UnprocessableError(`The file must be UTF-8, not ${charset.slice(0, 100)}.`);
  }
  const format = Object.hasOwn(FORMATS, type)
    ? FORMATS[type]
    : type === ''
      ? findByName(name)
      : undefined;
  if (format) return format;
  throw new UnprocessableError(
    `Invalid content type of the file: ${contentType.slice(0, 100) || 'none'}. ` +
      `Supported are ${SUPPORTED_TYPES.join(', ')}.`,
  );
}

/** Some clients send no type. */
function findByName(name: string): FileFormat | undefined {
  const extension = /\.(\w+)(?:\.gz)?$/.exec(name.toLowerCase())?.[1] ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}
