import { getOwn, type JsonObject, type JsonValue, setOwn } from '../../kernel/json/json.js';
import { parseJsonPath, valueAtPath } from '../../kernel/json/json-path.js';

/** The sources of variables, by name. */
export interface VariableMapping {
  /** Paths into the given values, such as `input.messages[0].content`. */
  pathMapping?: Record<string, string> | undefined;
  /** Literal values. */
  literalMapping?: JsonObject | undefined;
}

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
  for (const name of Object.keys(pathMapping)) {
    const path = parseJsonPath(pathMapping[name] ?? '');
    if (path) add(name, valueAtPath(given, path));
  }
  for (const name of Object.keys(literalMapping)) add(name, getOwn(literalMapping, name));
  return variables;
}
