import { listPaths } from '../../../components/evaluators/list-paths.js';
import { type Json, type JsonObject, printExactJson } from '../../../lib/json/exact-json.js';
import { type JsonReading, readJsonObject } from '../../../lib/json/json-text.js';
import type { TestExample } from '../api/test-examples.js';

const MEMBERS = ['input', 'output', 'reference', 'metadata'] as const;

/** The context in which an evaluator without a dataset is tested, until the user changes it. */
export const EXAMPLE_CONTEXT = printExactJson({
  input: { question: 'What is the capital of France?' },
  output: { answer: 'Paris' },
  reference: { answer: 'Paris' },
  metadata: {},
});

/** Returns what an evaluator sees, from a typed text, or the first error. */
export function readContext(text: string): JsonReading<JsonObject> {
  const reading = readJsonObject(text);
  if ('problem' in reading) return reading;
  const unknown = Object.keys(reading.value).find((name) => !MEMBERS.some((one) => one === name));
  if (unknown === undefined) return reading;
  return { problem: `Remove “${unknown}”. The members are ${MEMBERS.join(', ')}.` };
}

/** Lists the paths into a typed context; only its members while it is not valid. */
export function listContextPaths(text: string): string[] {
  const reading = readContext(text);
  const given: JsonObject = 'value' in reading ? reading.value : {};
  return listPaths(Object.fromEntries(MEMBERS.map((name) => [name, given[name] ?? null])));
}

/** Returns an example of a dataset as a context. Its expected output stands for the output. */
export function toContext({ revision }: TestExample): string {
  const { input, output, metadata } = revision as Record<'input' | 'output' | 'metadata', Json>;
  return printExactJson({ input, output, reference: output, metadata });
}
