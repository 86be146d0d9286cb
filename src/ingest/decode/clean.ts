import { cleanJson, JsonTooDeepError } from '../../common/json/clean-json.js';
import type { JsonValue } from '../../common/json/json.js';
import { tooDeep } from './errors.js';

/** The value as it can be stored. Throws `SpanRejectedError` when it is nested too deeply. */
export function cleanValue(value: JsonValue): JsonValue {
  try {
    return cleanJson(value);
  } catch (error) {
    throw error instanceof JsonTooDeepError ? tooDeep() : error;
  }
}

/** Cuts a text to a number of UTF-16 units, never through a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}
