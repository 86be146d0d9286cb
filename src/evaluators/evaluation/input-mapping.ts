import { getOwn, type JsonObject, type JsonValue, setOwn } from '../../kernel/json/json.js';
import { type JsonPath, parseJsonPath, valueAtPath } from '../../kernel/json/json-path.js';
import { EvaluationError, quote } from './evaluation.js';

/** The sources of the inputs of an evaluator, by name. */
export interface InputMapping {
  /** Literal values. They take precedence over paths. */
  literalMapping: JsonObject;
  /** Paths into the context, such as `output.answer`. */
  pathMapping: Record<string, string>;
}

/** Gives each input the member of the context with its name. */
export const NO_MAPPING: InputMapping = { literalMapping: {}, pathMapping: {} };

/** A value for an input, and how an error names its source. */
export interface MappedInput {
  value: JsonValue;
  source: string;
}

/**
 * Finds the value of an input: the literal, else the value at the path, else the member of the
 * context with the name of the input. Returns null if there is none of these.
 * @throws EvaluationError if the path is malformed or leads to nothing.
 */
export function findInput(
  name: string,
  context: JsonObject,
  { literalMapping, pathMapping }: InputMapping,
): MappedInput | null {
  const literal = getOwn(literalMapping, name);
  if (literal !== undefined) return { value: literal, source: 'the literal value' };
  const path = Object.hasOwn(pathMapping, name) ? pathMapping[name] : undefined;
  if (path !== undefined) return { value: readPath(name, path, context), source: quote(path) };
  const value = getOwn(context, name);
  return value === undefined ? null : { value, source: quote(name) };
}

/** Returns the inputs with these names, as far as there are values for them. */
export function findInputs(
  names: readonly string[],
  context: JsonObject,
  mapping: InputMapping,
): JsonObject {
  const inputs: JsonObject = {};
  for (const name of names) {
    try {
      const found = findInput(name, context, mapping);
      if (found) setOwn(inputs, name, found.value);
    } catch (error) {
      // The evaluation itself says that the path leads to nothing.
      if (!(error instanceof EvaluationError)) throw error;
    }
  }
  return inputs;
}

/**
 * Returns the context with all mapped values by their names.
 * @throws like `findInput`.
 */
export function mapContext(context: JsonObject, mapping: InputMapping): JsonObject {
  const { literalMapping, pathMapping } = mapping;
  const names = Object.keys({ ...context, ...pathMapping, ...literalMapping });
  const entries = names.flatMap((name) => {
    const found = findInput(name, context, mapping);
    return found ? [[name, found.value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** @throws EvaluationError for a path that is malformed. */
export function checkPaths({ pathMapping }: InputMapping): void {
  for (const [name, path] of Object.entries(pathMapping)) requirePath(name, path);
}

function requirePath(name: string, path: string): JsonPath {
  const steps = parseJsonPath(path);
  if (steps) return steps;
  throw new EvaluationError(
    `The path ${quote(path)} of "${name}" is not a path. Write one such as output.answer or input.messages[0].content.`,
  );
}

function readPath(name: string, path: string, context: JsonObject): JsonValue {
  const value = valueAtPath(context, requirePath(name, path));
  if (value !== undefined) return value;
  throw new EvaluationError(`The path ${quote(path)} of "${name}" leads to nothing.`);
}
