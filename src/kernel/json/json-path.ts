import { getOwn, isJsonObject, type JsonValue } from './json.js';

const STEP = /\.?([^.[\]]+)|\[(\d{1,9})\]|\["([^"]*)"\]|\['([^']*)'\]/y;

/** Steps of a path: names of members, and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/**
 * Parses a path such as `input.messages[0].content` or `output["final answer"]`. A leading `$` stands
 * for the whole value. Returns null for anything else.
 */
export function parseJsonPath(path: string): JsonPath | null {
  const source = path.startsWith('$') ? path.slice(1) : path;
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < source.length) {
    const match = STEP.exec(source);
    if (!match) return null;
    steps.push(match[1] ?? match[3] ?? match[4] ?? Number(match[2]));
  }
  return steps;
}

/** Returns the value at a path, or undefined if the path leads to nothing. Reads only own members. */
export function valueAtPath(from: JsonValue, path: JsonPath): JsonValue | undefined {
  let at: JsonValue | undefined = from;
  for (const step of path) {
    if (typeof step === 'number') at = Array.isArray(at) ? at[step] : undefined;
    else at = isJsonObject(at) ? getOwn(at, step) : undefined;
  }
  return at;
}
