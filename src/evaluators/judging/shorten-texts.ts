import { cutText } from '../../kernel/text/cut-text.js';
import { isRawNumber, type JsonObject, type JsonValue, setOwn } from '../../kernel/json/json.js';

/**
 * Cuts the texts in a value to a number of characters, and adds to each how many it had.
 * The value is not changed.
 */
export function shortenTexts<T extends JsonValue>(value: T, longest: number): T;
export function shortenTexts(value: JsonValue, longest: number): JsonValue {
  if (typeof value === 'string') {
    if (value.length <= longest) return value;
    return `${cutText(value, longest)}… (${value.length.toLocaleString('en-US')} characters)`;
  }
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (Array.isArray(value)) return value.map((element) => shortenTexts(element, longest));
  const shortened: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    setOwn(shortened, key, shortenTexts(member, longest));
  }
  return shortened;
}
