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

/** The content of an example. */
export type Payload = Record<Part, Json>;

/** The parts as typed, which may not be valid JSON yet. */
export type PayloadDraft = Record<Part, string>;

/** Returns a payload as text for an editor. */
export function createDraft(payload: Payload): PayloadDraft {
  return {
    input: printExactJson(payload.input),
    output: printExactJson(payload.output),
    metadata: printExactJson(payload.metadata),
  };
}

/** The typed parts, or an error message for each invalid one. */
export type DraftReading =
  | { values: Record<Part, JsonObject>; problems?: undefined }
  | { values?: undefined; problems: Partial<Record<Part, string>> };

/** Reads the typed parts, each of which must be an object. */
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

/** Form validation for the parts, with an error message for each invalid one. */
export function findDraftProblems(draft: PayloadDraft): Partial<Record<Part, string>> {
  return readDraft(draft).problems ?? {};
}

/** Returns the parts whose values have changed; whitespace does not count. */
export function findChangedParts(
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

/** Returns a draft of the same shape without the values, for another example of the same kind. */
export function createBlankDraft(like: Payload | undefined): PayloadDraft {
  if (!like) return { input: '', output: '', metadata: '' };
  return { input: writeBlankText(like.input), output: writeBlankText(like.output), metadata: '' };
}

function writeBlankText(value: Json): string {
  if (!isObject(value)) return '';
  const entries = Object.entries(value).map(([key, item]) => [key, blankValue(item)] as const);
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries), null, 2);
}

function blankValue(value: Json | undefined): Json {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : null;
}
