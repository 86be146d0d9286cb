import {
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../../common/json/json.js';

/** The sources of variables, by name. */
export interface VariableMapping {
  /** Paths into the given values, such as `input.messages[0].content`. */
  pathMapping?: Record<string, string> | undefined;
  /** Literal values. */
  literalMapping?: JsonObject | undefined;
}

const STEP = /\.?([^.[\]]+)|\[(\d{1,9})\]|\["([^"]*)"\]|\['([^']*)'\]/y;

/** Adds mapped variables to the given ones. Leaves out variables whose path leads nowhere. */
export function mapVariables(
  given: JsonObject,
  { pathMapping = {}, literalMapping = {} }: VariableMapping,
): JsonObject {
  const variables: JsonObject = {};
  const add = (name: string, value: JsonValue | undefined): void => {
    if (value !== undefined) setOwn(variables, name, value);
  };
  for (const name of Object.keys(given)) add(name, getOwn(given, name));
  for (const name of Object.keys(pathMapping)) add(name, getAtPath(given, pathMapping[name] ?? ''));
  for (const name of Object.keys(literalMapping)) add(name, getOwn(literalMapping, name));
  return variables;
}

/** Returns the value at a path. A leading `$` stands for the whole. */
function getAtPath(from: JsonValue, path: string): JsonValue | undefined {
  const source = path.startsWith('$') ? path.slice(1) : path;
  let at: JsonValue | undefined = from;
  STEP.lastIndex = 0;
  while (STEP.lastIndex < source.length && at !== undefined) {
    const match = STEP.exec(source);
    if (!match) return undefined;
    const name = match[1] ?? match[3] ?? match[4];
    at = name === undefined ? elementOf(at, Number(match[2])) : memberOf(at, name);
  }
  return at;
}

function elementOf(value: JsonValue, index: number): JsonValue | undefined {
  return Array.isArray(value) ? value[index] : undefined;
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  return isJsonObject(value) ? getOwn(value, name) : undefined;
}
