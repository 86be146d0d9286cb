import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { getOwn, type JsonObject } from '../../../kernel/json/json.js';
import { type CheckColumns, type FileRow, parseAt } from '../contents/file-row.js';
import { MAX_ARROW_BYTES } from '../contents/limits.js';
import type { ArrowAnswer, ArrowRefusal } from './arrow.worker.js';

/** Memory for the worker in addition to the file. */
const WORKER_HEAP_MIB = 256;
const ANSWER_MS = 30_000;

/** Files are read one at a time, because each is completely in memory. */
let turn: Promise<void> = Promise.resolve();

/**
 * Reads the rows of an Arrow IPC stream. The library does not check a stream's metadata, so a
 * worker reads it, which can run out of memory or time without harming the server.
 * @throws UnprocessableError for other bytes, and for a stream that decompresses to far more than its compressed size.
 */
export async function* readArrow(
  bytes: AsyncIterable<Buffer>,
  check: CheckColumns,
): AsyncGenerator<FileRow> {
  const before = turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  turn = promise;
  try {
    await before;
    yield* readRows(await joinBytes(bytes), check);
  } finally {
    resolve();
  }
}

async function* readRows(bytes: Uint8Array, check: CheckColumns): AsyncGenerator<FileRow> {
  const worker = new Worker(new URL('./arrow.worker.js', import.meta.url), {
    workerData: bytes,
    transferList: [bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB },
  });
  try {
    let count = 0;
    for (;;) {
      const answer = await ask(worker);
      if ('refusal' in answer) throw toError(answer);
      if ('columns' in answer) {
        check(answer.columns);
        continue;
      }
      if (answer.rows.length === 0) return;
      for (const json of answer.rows) yield toRow(json, (count += 1));
    }
  } finally {
    await worker.terminate();
  }
}

async function ask(worker: Worker): Promise<ArrowAnswer> {
  worker.postMessage('next');
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(ANSWER_MS) });
    return answer as ArrowAnswer;
  } catch {
    return { refusal: 'its metadata cannot be read', isDomain: false };
  }
}

function toError({ refusal, isDomain }: ArrowRefusal): UnprocessableError {
  return new UnprocessableError(
    isDomain ? refusal : `The file is not a valid Arrow stream: ${refusal.slice(0, 200)}`,
  );
}

function toRow(json: string, number: number): FileRow {
  const place = `row ${number}`;
  const object = parseAt(place, json) as JsonObject;
  return {
    place,
    line: undefined,
    valueOf: (column) => getOwn(object, column),
  };
}

/** Joins bytes into a separate buffer, which can be transferred to the worker. */
async function joinBytes(bytes: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_ARROW_BYTES) {
      throw new UnprocessableError(`An Arrow stream can have at most ${MAX_ARROW_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
