import { UnprocessableError } from '../../../common/errors/errors.js';
import type { UploadedExample } from '../../writing/dataset-upload.js';
import { type Compression, inflate } from '../body/inflate.js';
import type { UploadSpace } from '../body/upload-space.js';
import { ExampleReader } from '../columns/example-reader.js';
import type { CheckColumns, FileRow } from '../files/file-row.js';
import { readArrow } from '../files/read-arrow.js';
import { readCsv } from '../files/read-csv.js';
import { readJsonl } from '../files/read-jsonl.js';
import { MAX_ROWS } from '../limits.js';
import { readFrom, type ReadUpload } from '../read-upload.js';
import { datasetName, uploadAction } from '../upload-head.js';
import { assertColumns, type ColumnKeys, readColumnKeys } from './column-keys.js';
import { readForm, type SentFile, type SentForm } from './read-form.js';

type ReadRows = (bytes: AsyncIterable<Buffer>, check: CheckColumns) => AsyncIterable<FileRow>;

interface Format {
  rows: ReadRows;
  /** Whether the file holds nothing but text. */
  isText: boolean;
  /** Whether columns can be replaced by what they hold. */
  canFlatten: boolean;
}

const FORMATS: Record<string, Format> = {
  'text/csv': { rows: readCsv, isText: true, canFlatten: true },
  // Columns that no row has are no fault of it.
  'application/jsonl': { rows: readJsonl, isText: false, canFlatten: true },
  'application/x-pandas-pyarrow': { rows: readArrow, isText: false, canFlatten: false },
};

const COMPRESSIONS: Record<string, Compression | null> = {
  '': null,
  gzip: 'gzip',
  deflate: 'deflate',
};

/**
 * Reads an upload that is sent as a form with a file.
 * @throws BadRequestError for a malformed form, UnprocessableError for anything else that is wrong;
 *   what is wrong with a row is told when it is read.
 */
export async function readFormUpload(
  body: AsyncIterable<Buffer>,
  contentType: string,
  space: UploadSpace,
  maxBytes: number,
): Promise<ReadUpload> {
  const form = await readForm(body, contentType, space);
  try {
    return readFrom(form, uploadOf(form, maxBytes));
  } catch (error) {
    await form.close();
    throw error;
  }
}

function uploadOf(form: SentForm, maxBytes: number): Omit<ReadUpload, 'close'> {
  const { fields, file } = form;
  const single = (name: string): string | undefined => fields.get(name)?.at(-1);
  const name = datasetName(single('name'));
  const action = uploadAction(single('action'));
  if (!file) throw new UnprocessableError('file is required');
  const format = formatOf(file);
  const compression = compressionOf(file);
  const keys = readColumnKeys(fields);
  const sent = file.bytes.read();
  const bytes = compression ? inflate(sent, compression, maxBytes) : sent;
  return {
    name,
    action,
    description: single('description')?.trim() ? single('description')! : file.name,
    // The older forms cannot tell that they mean none.
    areSplitsProvided: true,
    examples: readExamples(format, bytes, keys),
  };
}

function formatOf({ contentType }: SentFile): Format {
  if (Object.hasOwn(FORMATS, contentType)) return FORMATS[contentType]!;
  throw new UnprocessableError(
    `Invalid content type of the file: ${contentType.slice(0, 100) || 'none'}. ` +
      `Supported are ${Object.keys(FORMATS).join(', ')}.`,
  );
}

function compressionOf({ contentEncoding }: SentFile): Compression | null {
  if (Object.hasOwn(COMPRESSIONS, contentEncoding)) return COMPRESSIONS[contentEncoding]!;
  throw new UnprocessableError(
    `Invalid content encoding of the file: ${contentEncoding.slice(0, 100)}. Supported are gzip and deflate.`,
  );
}

async function* readExamples(
  { rows, isText, canFlatten }: Format,
  bytes: AsyncIterable<Buffer>,
  keys: ColumnKeys,
): AsyncGenerator<UploadedExample, void> {
  const used = canFlatten ? keys : { ...keys, flattened: new Set<string>() };
  const reader = new ExampleReader(used, isText);
  let count = 0;
  for await (const row of rows(bytes, (columns) => assertColumns(used, columns))) {
    count += 1;
    if (count > MAX_ROWS) {
      throw new UnprocessableError(`An upload should have at most ${MAX_ROWS} examples.`);
    }
    yield reader.read(row);
  }
}
