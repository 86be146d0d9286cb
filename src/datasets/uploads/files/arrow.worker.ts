import { parentPort, workerData } from 'node:worker_threads';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { type JsonObject, stringifyJson } from '../../../kernel/json/json.js';
import { readArrowRows } from './arrow-rows.js';

/** Maximum rows in one answer, and approximate maximum characters of JSON. */
const ROWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 256 * 1024;

/** The answer to each request: first the columns, then rows until none are left. */
export type ArrowAnswer = { columns: string[] } | { rows: string[] } | ArrowRefusal;

export interface ArrowRefusal {
  refusal: string;
  /** Whether the text is meant for the sender of the file. */
  isDomain: boolean;
}

function* createAnswers(bytes: Uint8Array): Generator<ArrowAnswer, ArrowAnswer> {
  try {
    const { columns, rows } = readArrowRows(bytes);
    yield { columns };
    const iterator = rows[Symbol.iterator]();
    for (;;) {
      const batch = takeRows(iterator);
      if (batch.length === 0) return { rows: [] };
      yield { rows: batch };
    }
  } catch (error) {
    const isDomain = error instanceof UnprocessableError;
    return { refusal: (error as Error).message, isDomain };
  }
}

function takeRows(rows: Iterator<JsonObject>): string[] {
  const batch: string[] = [];
  let characters = 0;
  while (batch.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) {
    const { value, done } = rows.next();
    if (done) break;
    const json = stringifyJson(value);
    characters += json.length;
    batch.push(json);
  }
  return batch;
}

const running = createAnswers(workerData as Uint8Array);
parentPort?.on('message', () => parentPort?.postMessage(running.next().value));
