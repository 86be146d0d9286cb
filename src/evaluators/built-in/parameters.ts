import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  stringifyJson,
} from '../../kernel/json/json.js';
import { EvaluationError, quote } from '../evaluation/evaluation.js';
import { findInput, type InputMapping, type MappedInput } from '../evaluation/input-mapping.js';

/** An input that a built-in evaluator takes. */
export interface Parameter<T> {
  schema: JsonObject;
  /** Undefined if the input is required. */
  default?: T;
  /** @throws EvaluationError if the value cannot be used. */
  read(input: MappedInput, name: string): T;
}

export type Parameters = Record<string, Parameter<unknown>>;

/** The inputs that parameters read. */
export type InputsOf<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

/** Longer texts would take long to search and to compare. */
const MAX_TEXT_LENGTH = 200_000;

/** A text. Objects and lists are read as JSON with sorted members. */
export function textParameter(description: string, maxLength = MAX_TEXT_LENGTH): Parameter<string> {
  return {
    schema: { type: 'string', description, maxLength },
    read: (input, name) => {
      const text = readText(input, name);
      if (text.length <= maxLength) return text;
      throw new EvaluationError(`"${name}" must have at most ${maxLength} characters.`);
    },
  };
}

/** Texts: a list, or one text with commas between them. */
export function textsParameter(description: string): Parameter<string[]> {
  return {
    schema: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      description,
    },
    read: (input, name) => {
      const texts = Array.isArray(input.value)
        ? input.value.map((value) => readText({ ...input, value }, name))
        : readText(input, name).split(',');
      return texts.map((text) => text.trim()).filter((text) => text !== '');
    },
  };
}

export function booleanParameter(description: string, byDefault: boolean): Parameter<boolean> {
  return {
    schema: { type: 'boolean', description, default: byDefault },
    default: byDefault,
    read: ({ value, source }, name) => {
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
      throw new EvaluationError(
        `"${name}" must be true or false, but ${source} is ${describe(value)}.`,
      );
    },
  };
}

/** Returns a parameter that accepts any JSON value. */
export function jsonParameter(description: string): Parameter<JsonValue> {
  return { schema: { description }, read: ({ value }) => value };
}

/** The JSON schema of an object with these parameters. */
export function toInputSchema(parameters: Parameters): JsonObject {
  const entries = Object.entries(parameters);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    required: entries.flatMap(([name, parameter]) => ('default' in parameter ? [] : [name])),
    additionalProperties: false,
  };
}

/** @throws EvaluationError that names an input that is missing or cannot be used. */
export function readInputs<P extends Parameters>(
  parameters: P,
  context: JsonObject,
  mapping: InputMapping,
): InputsOf<P> {
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    const input = findInput(name, context, mapping);
    if (input) return [name, parameter.read(input, name)];
    if ('default' in parameter) return [name, parameter.default];
    throw new EvaluationError(
      `"${name}" is missing. Map it to a path such as output.answer, or to a literal value.`,
    );
  });
  return Object.fromEntries(entries) as InputsOf<P>;
}

/** Finds what is wrong with a mapping, whatever the context. @throws EvaluationError */
export function checkMapping(
  evaluatorName: string,
  parameters: Parameters,
  { literalMapping, pathMapping }: InputMapping,
): void {
  for (const name of Object.keys({ ...pathMapping, ...literalMapping })) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) {
      const names = Object.keys(parameters).join(', ');
      throw new EvaluationError(`${evaluatorName} has no input ${quote(name)}, but ${names}.`);
    }
    const value = getOwn(literalMapping, name);
    if (value !== undefined) parameter.read({ value, source: 'the literal value' }, name);
  }
}

function readText({ value, source }: MappedInput, name: string): string {
  if (typeof value === 'string') return value;
  if (value === null) {
    throw new EvaluationError(`"${name}" must be a text, but ${source} is null.`);
  }
  if (typeof value === 'number' || isRawNumber(value)) return numberSource(value);
  return stringifyJson(sortMembers(value));
}

function sortMembers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isJsonObject(value)) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, inner]) => [name, sortMembers(inner)]));
}

function describe(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a text';
  if (Array.isArray(value)) return 'a list';
  return isJsonObject(value) ? 'an object' : 'a number';
}
