import { constants } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { NotFoundError } from '../kernel/errors/errors.js';
import { isJsonObject, parseJson } from '../kernel/json/json.js';

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Node cannot turn more bytes into text. */
const MAX_DOCUMENT_BYTES = constants.MAX_STRING_LENGTH;

const IMPORTED = /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i;

/** A JSON document in a file: one of its lines, or all of it. */
export interface JsonDocument {
  /** Where it begins, from 1. */
  line: number;
  bytes: Buffer;
}

/** A file that cannot be read any further. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';

  constructor(
    readonly line: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** The files to import in the order of their names. */
export interface FoundFiles {
  files: { path: string; size: number }[];
  /** Files in the directory whose names do not look like JSON. */
  others: string[];
}

/**
 * Finds a file, or the JSON files in a directory and those below it.
 * @throws NotFoundError
 */
export async function findFiles(path: string): Promise<FoundFiles> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new NotFoundError(`There is no file or directory "${path}".`);
  if (!found.isDirectory()) return { files: [{ path, size: found.size }], others: [] };
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const files = [];
  for (const file of paths.filter((name) => IMPORTED.test(name))) {
    files.push({ path: file, size: (await stat(file)).size });
  }
  return { files, others: paths.filter((name) => !IMPORTED.test(name)) };
}

/**
 * Reads the JSON documents of a file, which may be compressed with gzip: each line, or the whole file if
 * a document spans lines. Checks documents only as far as is needed to tell the two apart.
 * @throws BrokenFileError
 */
export async function* readJsonFile(path: string): AsyncGenerator<JsonDocument, void> {
  const lines = readLines(await openFile(path));
  const head: JsonDocument[] = [];
  while (head.length < 2) {
    const { value, done } = await lines.next();
    if (done) break;
    head.push(value);
  }
  if (isWholeDocument(head)) {
    yield await joinLines(head, lines);
    return;
  }
  yield* head;
  yield* lines;
}

function isWholeDocument([first, second]: readonly JsonDocument[]): boolean {
  if (!first || !second) return false;
  if (/^[[{]\s*$/.test(first.bytes.toString('latin1', 0, 100))) return true;
  return !isObject(first.bytes) && !isObject(second.bytes);
}

function isObject(bytes: Buffer): boolean {
  try {
    return isJsonObject(parseJson(bytes.toString('utf8')));
  } catch {
    return false;
  }
}

async function joinLines(
  head: readonly JsonDocument[],
  rest: AsyncIterable<JsonDocument>,
): Promise<JsonDocument> {
  const [{ line }] = head as [JsonDocument];
  const pieces: Buffer[] = [];
  let size = 0;
  let last = line;
  const add = (next: JsonDocument): void => {
    // Blank lines count, so that errors name the right one.
    pieces.push(Buffer.alloc(next.line - last, NEWLINE), next.bytes);
    last = next.line;
    size += next.bytes.length;
    if (size > MAX_DOCUMENT_BYTES) throw tooLarge(line);
  };
  head.forEach(add);
  for await (const next of rest) add(next);
  return { line, bytes: Buffer.concat(pieces) };
}

/** Yields lines that are not blank. */
async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<JsonDocument, void> {
  let line = 1;
  let pieces: Buffer[] = [];
  let size = 0;
  const finish = (): JsonDocument | null => {
    const joined = withoutMark(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), line);
    pieces = [];
    size = 0;
    return isBlank(joined) ? null : { line, bytes: joined };
  };
  try {
    for await (const chunk of bytes) {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        pieces.push(chunk.subarray(from, end));
        const document = finish();
        if (document) yield document;
        line += 1;
        from = end + 1;
      }
      if (from < chunk.length) pieces.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > MAX_DOCUMENT_BYTES) throw tooLarge(line);
    }
  } catch (error) {
    if (error instanceof BrokenFileError) throw error;
    throw new BrokenFileError(line, `The file cannot be read: ${(error as Error).message}.`);
  }
  const document = finish();
  if (document) yield document;
}

function withoutMark(bytes: Buffer, line: number): Buffer {
  return line === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

function tooLarge(line: number): BrokenFileError {
  return new BrokenFileError(
    line,
    `The document is larger than ${Math.floor(MAX_DOCUMENT_BYTES / 2 ** 20)} MiB. ` +
      'Split it, or convert the file to JSON lines.',
  );
}

async function openFile(path: string): Promise<Readable> {
  try {
    const handle = await open(path);
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    await handle.close();
    const file = createReadStream(path, { highWaterMark: 256 * 1024 });
    // The reader of the last stream sees the errors of both.
    return buffer.equals(GZIP) ? pipeline(file, createGunzip(), () => undefined) : file;
  } catch (error) {
    throw new BrokenFileError(1, `The file cannot be read: ${(error as Error).message}.`);
  }
}
