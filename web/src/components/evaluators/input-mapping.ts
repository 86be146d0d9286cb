import { isObject, type Json, type JsonObject, printExactJson } from '../../lib/json/exact-json.js';
import { type JsonReading, readJsonText } from '../../lib/json/json-text.js';
import type { InputSpec } from './input-specs.js';

/** Where an input comes from, as typed. Keeps the other fields, so that a change loses nothing. */
export interface InputDraft {
  source: 'path' | 'text' | 'json' | 'switch';
  /** Empty for the member with the name of the input. */
  path: string;
  text: string;
  /** JSON, as text. */
  json: string;
  isOn: boolean;
}

/** Where inputs come from, as typed, by name. */
export type InputDrafts = Readonly<Record<string, InputDraft>>;

/** A mapping in the server’s format. */
export interface InputMapping {
  literalMapping: JsonObject;
  pathMapping: JsonObject;
}

const EMPTY: InputDraft = { source: 'path', path: '', text: '', json: '', isOn: false };

/** The inputs of built-in evaluators that usually come from these members. */
const USUAL_PATHS: Readonly<Record<string, string>> = {
  actual: 'output',
  text: 'output',
  expected: 'reference',
};

/** Returns the draft of an input that is not mapped yet. */
export function createInput(spec: InputSpec): InputDraft {
  const { name, kind, isRequired, isOnByDefault, members } = spec;
  if (kind === 'switch') return { ...EMPTY, source: 'switch', isOn: isOnByDefault };
  const path = USUAL_PATHS[name];
  if (path !== undefined && isRequired && members.includes(path)) return { ...EMPTY, path };
  const needsValue = isRequired && !members.includes(name);
  if (!needsValue || kind === 'any') return EMPTY;
  return { ...EMPTY, source: kind };
}

/** Returns the drafts of inputs that have not been mapped yet. */
export function createInputs(specs: readonly InputSpec[]): InputDrafts {
  return Object.fromEntries(specs.map((spec) => [spec.name, createInput(spec)]));
}

/** Returns the drafts of a stored mapping. */
export function toInputDrafts(
  mapping: { literalMapping: unknown; pathMapping: unknown },
  specs: readonly InputSpec[],
): InputDrafts {
  const literals = toObject(mapping.literalMapping);
  const paths = toObject(mapping.pathMapping);
  const names = [...Object.keys(paths), ...Object.keys(literals)];
  const known = new Map(specs.map((spec) => [spec.name, spec]));
  const all = [...new Set([...known.keys(), ...names])];
  return Object.fromEntries(
    all.map((name) => [name, toInputDraft(literals[name], paths[name], known.get(name))]),
  );
}

function toInputDraft(
  literal: Json | undefined,
  path: Json | undefined,
  spec: InputSpec | undefined,
): InputDraft {
  if (literal === undefined) {
    if (typeof path === 'string') return { ...EMPTY, path };
    if (spec?.kind !== 'switch') return EMPTY;
    return { ...EMPTY, source: 'switch', isOn: spec.isOnByDefault };
  }
  if (typeof literal === 'boolean' && spec?.kind === 'switch') {
    return { ...EMPTY, source: 'switch', isOn: literal };
  }
  const isText = typeof literal === 'string' && spec?.kind !== 'json';
  return isText
    ? { ...EMPTY, source: 'text', text: literal }
    : { ...EMPTY, source: 'json', json: printExactJson(literal) };
}

/** Returns the mapping of inputs in the server’s format, or the first error. */
export function readInputDrafts(
  drafts: InputDrafts,
  specs: readonly InputSpec[],
): JsonReading<InputMapping> {
  const literalMapping: JsonObject = {};
  const pathMapping: JsonObject = {};
  for (const spec of specs) {
    const { name } = spec;
    const draft = drafts[name] ?? createInput(spec);
    const path = draft.path.trim();
    if (draft.source === 'path') {
      if (path !== '') pathMapping[name] = path;
      else if (spec.isRequired && !spec.members.includes(name)) {
        return { problem: `Enter a path or a fixed value for ${name}.` };
      }
    } else if (draft.source === 'json') {
      const reading = readJsonText(draft.json);
      if ('problem' in reading) return { problem: `Value of ${name}: ${reading.problem}` };
      literalMapping[name] = reading.value;
    } else if (draft.source === 'switch') {
      if (draft.isOn !== spec.isOnByDefault) literalMapping[name] = draft.isOn;
    } else {
      if (spec.isRequired && draft.text === '') return { problem: `Enter a value for ${name}.` };
      literalMapping[name] = draft.text;
    }
  }
  return { value: { literalMapping, pathMapping } };
}

function toObject(value: unknown): JsonObject {
  return isObject(value as Json) ? (value as JsonObject) : {};
}
