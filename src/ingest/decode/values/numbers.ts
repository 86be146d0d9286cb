import {
  isRawNumber,
  jsonInteger,
  type JsonValue,
  numberSource,
  numberValue,
  type RawNumber,
} from '../../../common/json/json.js';

/**
 * More tokens than any model can process. Keeps the totals of traces and sessions within a bigint.
 */
export const MOST_TOKENS = 1e12;

/**
 * Converts to an integer as Python's `int()` does: floats are truncated, booleans become 0 and 1,
 * and text must be a decimal integer. Undefined for anything else.
 */
export function toInteger(value: JsonValue | undefined): number | RawNumber | undefined {
  switch (typeof value) {
    case 'boolean':
      return Number(value);
    case 'number':
      return Number.isInteger(value) ? value : Math.trunc(value);
    case 'string':
      return parseInteger(value);
    default:
      if (!isRawNumber(value)) return undefined;
      return /^-?\d+$/.test(numberSource(value))
        ? value
        : jsonInteger(BigInt(Math.trunc(numberValue(value))));
  }
}

/**
 * Returns the token count of an LLM span; 0 if it is missing, not a number or negative, which some
 * senders mean by "unknown". Spans with larger counts than `MOST_TOKENS` are refused.
 */
export function readTokenCount(value: JsonValue | undefined): number {
  const integer = toInteger(value);
  if (integer === undefined) return 0;
  const count = numberValue(integer);
  return count >= 0 && count <= MOST_TOKENS ? count : 0;
}

function parseInteger(text: string): number | RawNumber | undefined {
  // Longer numbers cannot be counts, and parsing digits takes quadratic time.
  if (text.length > 100 || !/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text)) return undefined;
  return jsonInteger(BigInt(text.trim().replaceAll('_', '').replace('+', '')));
}
