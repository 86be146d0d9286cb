import { cleanJson, JsonTooDeepError } from './clean-json.js';
import { UnprocessableError } from '../errors/errors.js';
import { type JsonValue, stringifyJson } from './json.js';

/**
 * Returns the JSON text of a payload as it is stored: NUL and lone surrogates become U+FFFD; the
 * order of keys and the text of numbers stay.
 * @throws UnprocessableError if it has too many levels.
 */
export function payloadText(value: JsonValue): string {
  try {
    return stringifyJson(cleanJson(value));
  } catch (error) {
    if (error instanceof JsonTooDeepError) throw new UnprocessableError(error.message);
    throw error;
  }
}
