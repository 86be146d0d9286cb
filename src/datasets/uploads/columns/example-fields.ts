import { cleanJson, JsonTooDeepError } from '../../../common/json/clean-json.js';
import { UnprocessableError } from '../../../common/errors/errors.js';
import { type JsonObject, type JsonValue, parseJson } from '../../../common/json/json.js';
import { hasTooManyValues, MAX_JSON_VALUES } from '../../../common/json/json-values.js';

/** A fault of one row, with the place where it was found: `line 12`, `inputs[3]`. */
export function rowError(place: string, fault: string): UnprocessableError {
  return new UnprocessableError(`${place}: ${fault}`);
}

/**
 * Parses JSON text, keeping its numbers.
 * @throws UnprocessableError that names the place, also when it holds too many values.
 */
export function parseAt(place: string, text: string): JsonValue {
  assertFewValues(place, text);
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof RangeError) throw rowError(place, 'the JSON is nested too deeply');
    throw rowError(place, `invalid JSON: ${withoutExcerpt((error as Error).message)}`);
  }
}

/**
 * The list or object that a cell holds as JSON; what merely looks like one stays a text.
 * @throws UnprocessableError that names the place when it holds too many values.
 */
export function parsedOrText(place: string, value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const isBracketed =
    (text.startsWith('[') && text.endsWith(']')) || (text.startsWith('{') && text.endsWith('}'));
  if (!isBracketed) return value;
  assertFewValues(place, text);
  try {
    return parseJson(text);
  } catch {
    return value;
  }
}

function assertFewValues(place: string, json: string): void {
  if (!hasTooManyValues(json)) return;
  throw rowError(place, `the JSON holds more than ${MAX_JSON_VALUES} values`);
}

/** The engine quotes what it could not parse. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (?:\.{3})?".* is not valid JSON$/s, '');
}

/**
 * An object in the form in which it is stored.
 * @throws UnprocessableError when it is nested too deeply.
 */
export function storedObject(place: string, object: JsonObject): JsonObject {
  try {
    return cleanJson(object) as JsonObject;
  } catch (error) {
    if (error instanceof JsonTooDeepError || error instanceof RangeError) {
      throw rowError(place, 'the JSON is nested too deeply');
    }
    throw error;
  }
}

/** Names of splits, trimmed, each once, without blanks. */
export function splitNames(names: readonly string[]): string[] {
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== '');
  return trimmed.length > 1 ? [...new Set(trimmed)] : trimmed;
}
