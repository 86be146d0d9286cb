import { isObject, type Json, type JsonObject, printExactJson } from '../../lib/json/exact-json.js';
import { readJsonObject } from '../../lib/json/json-text.js';

/** The parts of an example. */
export const PARTS = ['input', 'output', 'metadata'] as const;
export type Part = (typeof PARTS)[number];

export const PART_LABEL: Record<Part, string> = {
  input: 'Input',
  output: 'Output',
  metadata: 'Metadata',
};

/** What an example holds. */
export type Payload = Record<Part, Json>;

/** The parts as they are typed, which need not be JSON yet. */
export type PayloadDraft = Record<Part, string>;

/** A payload as text to be edited. */
export function draftOf(payload: Payload): PayloadDraft {
  return {
    input: printExactJson(payload.input),
    output: printExactJson(payload.output),
    metadata: printExactJson(payload.metadata),
  };
}

/** What was typed, or what is wrong with which part. */
export type DraftReading =
  | { values: Record<Part, JsonObject>; problems?: undefined }
  | { values?: undefined; problems: Partial<Record<Part, string>> };

/** Reads the parts as they were typed; every one has to be an object. */
export function readDraft(draft: PayloadDraft): DraftReading {
  const values: Partial<Record<Part, JsonObject>> = {};
  const problems: Partial<Record<Part, string>> = {};
  for (const part of PARTS) {
    const reading = readJsonObject(draft[part]);
    if ('value' in reading) values[part] = reading.value;
    else problems[part] = reading.problem;
  }
  const { input, output, metadata } = values;
  if (!input || !output || !metadata) return { problems };
  return { values: { input, output, metadata } };
}

/** The parts that say something else than before; blanks and line ends say nothing. */
export function changedParts(
  before: Payload,
  after: Record<Part, JsonObject>,
): Partial<Record<Part, JsonObject>> {
  const changes: Partial<Record<Part, JsonObject>> = {};
  for (const part of PARTS) {
    const isSame = printExactJson(before[part], 0) === printExactJson(after[part], 0);
    if (!isSame) changes[part] = after[part];
  }
  return changes;
}

/** A draft of the same shape without the values, for one more example of the kind. */
export function blankDraft(like: Payload | undefined): PayloadDraft {
  if (!like) return { input: '', output: '', metadata: '' };
  return { input: blankText(like.input), output: blankText(like.output), metadata: '' };
}

function blankText(value: Json): string {
  if (!isObject(value)) return '';
  const entries = Object.entries(value).map(([key, item]) => [key, blank(item)] as const);
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries), null, 2);
}

function blank(value: Json | undefined): Json {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : null;
}
