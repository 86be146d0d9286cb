import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { type Compression, inflate } from '../body/request-bytes.js';
import type { UploadSpace } from '../body/upload-space.js';
import { ExampleReader } from '../columns/example-reader.js';
import { MAX_ROWS } from '../contents/limits.js';
import {
  closeWith,
  type ParsedExample,
  type ParsedUpload,
  readDatasetName,
  readUploadAction,
} from '../contents/parsed-upload.js';
import { requireColumns, type ColumnKeys, readColumnKeys } from '../columns/column-keys.js';
import { type FileFormat, findFormat } from './find-format.js';
import { readForm, type SentFile, type SentForm } from './read-form.js';

const COMPRESSIONS: Record<string, Compression | null> = {
  '': null,
  gzip: 'gzip',
  deflate: 'deflate',
};

/**
 * Reads an upload sent as a form with a file.
 * @throws BadRequestError for a malformed form, UnprocessableError for other mistakes. Faulty rows
 * are refused when they are read.
 */
export async function readFormUpload(
  body: AsyncIterable<Buffer>,
  contentType: string,
  space: UploadSpace,
  maxBytes: number,
): Promise<ParsedUpload> {
  const form = await readForm(body, contentType, space);
  try {
    return closeWith(form, readParts(form, maxBytes));
  } catch (error) {
    await form.close();
    throw error;
  }
}

function readParts(form: SentForm, maxBytes: number): Omit<ParsedUpload, 'close'> {
  const { fields, file } = form;
  const single = (name: string): string | undefined => fields.get(name)?.at(-1);
  const name = readDatasetName(single('name'));
  const action = readUploadAction(single('action'));
  if (!file) throw new UnprocessableError('file is required');
  const format = findFormat(file);
  const compression = findCompression(file);
  const keys = readColumnKeys(fields);
  const sent = file.bytes.read();
  const bytes = compression ? inflate(sent, compression, maxBytes) : sent;
  return {
    name,
    action,
    description: single('description')?.trim() ? single('description')! : file.name,
    // The older form cannot express that no splits are given.
    areSplitsProvided: true,
    examples: readExamples(format, bytes, keys),
  };
}

function findCompression({ contentEncoding }: SentFile): Compression | null {
  if (Object.hasOwn(COMPRESSIONS, contentEncoding)) return COMPRESSIONS[contentEncoding]!;
  throw new UnprocessableError(
    `Invalid content encoding of the file: ${contentEncoding.slice(0, 100)}. Supported are gzip and deflate.`,
  );
}

async function* readExamples(
  { rows, isText, canFlatten }: FileFormat,
  bytes: AsyncIterable<Buffer>,
  keys: ColumnKeys,
): AsyncGenerator<ParsedExample, void> {
  const used = canFlatten ? keys : { ...keys, flattened: new Set<string>() };
  const reader = new ExampleReader(used, isText);
  let count = 0;
  for await (const row of rows(bytes, (columns) => requireColumns(used, columns))) {
    count += 1;
    if (count > MAX_ROWS) {
      throw new UnprocessableError(`An upload can have at most ${MAX_ROWS} examples.`);
    }
    yield reader.read(row);
  }
}
