import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { proseText } from '../ingest/prose.js';

/** An example of about 1 KB. */
export interface BenchExample {
  id: string;
  question: string;
  answer: string;
  topic: string;
}

const QUESTION_BYTES = 450;
const ANSWER_BYTES = 450;
/** In a changed file, every hundredth example differs. */
const CHANGED_EVERY = 100;
const STRIDE = 7919;

/** Generates examples that are the same in every run, except for the changed ones. */
export function* benchExamples(count: number, isChanged = false): Generator<BenchExample> {
  const text = proseText();
  /** Spreads consecutive numbers far apart, in the same way in every run. */
  const prose = (n: number, bytes: number): string => {
    const start = (n * STRIDE) % (text.length - bytes);
    return text.slice(start, start + bytes);
  };
  for (let n = 0; n < count; n++) {
    const changed = isChanged && n % CHANGED_EVERY === 0 ? ' changed' : '';
    yield {
      id: `example-${n}`,
      question: prose(n, QUESTION_BYTES),
      answer: prose(count + n, ANSWER_BYTES) + changed,
      topic: `topic ${n % 10}`,
    };
  }
}

/** Writes examples as lines of JSON. */
export function writeJsonl(path: string, examples: Iterable<BenchExample>): Promise<void> {
  return writeLines(
    path,
    (function* () {
      for (const example of examples) yield JSON.stringify(example);
    })(),
  );
}

/** Writes examples as CSV. The prose contains commas, quotes and line breaks. */
export function writeCsv(path: string, examples: Iterable<BenchExample>): Promise<void> {
  return writeLines(
    path,
    (function* () {
      yield 'id,question,answer,topic';
      for (const { id, question, answer, topic } of examples) {
        yield `${id},${quoted(question)},${quoted(answer)},${topic}`;
      }
    })(),
  );
}

/** Returns the body of a JSON upload. */
export function jsonBody(name: string, examples: Iterable<BenchExample>): string {
  const list = [...examples];
  return JSON.stringify({
    action: 'update',
    name,
    inputs: list.map(({ question }) => ({ question })),
    outputs: list.map(({ answer }) => ({ answer })),
    metadata: list.map(({ topic }) => ({ topic })),
    example_ids: list.map(({ id }) => id),
  });
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  for (const line of lines) if (!file.write(`${line}\n`)) await once(file, 'drain');
  file.end();
  await finished(file);
}
