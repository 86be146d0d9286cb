import { cleanJson, JsonTooDeepError } from '../../kernel/json/clean-json.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { tooDeep } from './errors.js';

/** Returns the value as it can be stored. Throws `SpanRejectedError` if it has too many levels. */
export function cleanValue(value: JsonValue): JsonValue {
  try {
    return cleanJson(value);
  } catch (error) {
    throw error instanceof JsonTooDeepError ? tooDeep() : error;
  }
}
