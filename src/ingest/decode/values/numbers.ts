import {
  isRawNumber,
  jsonInteger,
  type JsonValue,
  numberSource,
  numberValue,
  type RawNumber,
} from '../../../kernel/json/json.js';

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

function parseInteger(text: string): number | RawNumber | undefined {
  // Longer numbers cannot be counts, and parsing digits takes quadratic time.
  if (text.length > 100 || !/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(text)) return undefined;
  return jsonInteger(BigInt(text.trim().replaceAll('_', '').replace('+', '')));
}
