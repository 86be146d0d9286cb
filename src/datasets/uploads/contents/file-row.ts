import { cleanJson, JsonTooDeepError } from '../../../kernel/json/clean-json.js';
import { UnprocessableError } from '../../../kernel/errors/errors.js';
import { type JsonObject, type JsonValue, parseJson } from '../../../kernel/json/json.js';
import { hasTooManyValues, MAX_JSON_VALUES } from '../../../kernel/json/json-values.js';

/** One row of a file. */
export interface FileRow {
  /** Position for error messages, such as `line 12`. */
  place: string;
  line: number | undefined;
  /** Undefined if the row has no value in the column. */
  valueOf(column: string): JsonValue | undefined;
}

/** Called once with the columns, if the format has any. */
export type CheckColumns = (columns: readonly string[]) => void;

/** Returns an error about one row, with the row's position, such as `line 12` or `inputs[3]`. */
export function rowError(place: string, fault: string): UnprocessableError {
  return new UnprocessableError(`${place}: ${fault}`);
}

/**
 * Parses JSON text, keeping its numbers.
 * @throws UnprocessableError with the position, also if there are too many values.
 */
export function parseAt(place: string, text: string): JsonValue {
  checkValueCount(place, text);
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw rowError(place, 'the JSON is nested too deeply');
    throw rowError(place, `invalid JSON: ${removeExcerpt((error as Error).message)}`);
  }
}

/**
 * Parses a list or object in JSON text. Text that only looks like one stays text.
 * @throws UnprocessableError with the position if there are too many values.
 */
export function parseIfJson(place: string, value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const isBracketed =
    (text.startsWith('[') && text.endsWith(']')) || (text.startsWith('{') && text.endsWith('}'));
  if (!isBracketed) return value;
  checkValueCount(place, text);
  try {
    return parseJson(text);
  } catch {
    return value;
  }
}

function checkValueCount(place: string, json: string): void {
  if (!hasTooManyValues(json)) return;
  throw rowError(place, `the JSON contains more than ${MAX_JSON_VALUES} values`);
}

/** Removes the excerpt of the text from the engine's message. */
function removeExcerpt(message: string): string {
  return message.replace(/, (?:\.{3})?".* is not valid JSON$/s, '');
}

/**
 * Cleans an object for storage.
 * @throws UnprocessableError if it is nested too deeply.
 */
export function cleanObject(place: string, object: JsonObject): JsonObject {
  try {
    return cleanJson(object) as JsonObject;
  } catch (error) {
    if (error instanceof JsonTooDeepError || error instanceof RangeError) {
      throw rowError(place, 'the JSON is nested too deeply');
    }
    throw error;
  }
}

/** Trims split names, and removes blank and repeated ones. */
export function cleanSplitNames(names: readonly string[]): string[] {
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== '');
  return trimmed.length > 1 ? [...new Set(trimmed)] : trimmed;
}
