import { cleanJson, JsonTooDeepError } from './clean-json.js';
import { UnprocessableError } from '../errors/errors.js';
import { type JsonValue, stringifyJson } from './json.js';

/**
 * The JSON text of a payload as it is stored: NUL and lone surrogates become U+FFFD; the order of keys
 * and the text of numbers are kept.
 * @throws UnprocessableError when it nests too deeply.
 */
export function payloadText(value: JsonValue): string {
  try {
    return stringifyJson(cleanJson(value));
  } catch (error) {
    if (error instanceof JsonTooDeepError) throw new UnprocessableError(error.message);
    throw error;
  }
}
