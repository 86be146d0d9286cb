import { isRawNumber, type JsonObject, type JsonValue, setOwn } from '../../common/json.js';
import { tooDeep } from './errors.js';
import { VALUE_DEPTH_LIMIT } from './otlp-span.js';

/** PostgreSQL stores neither NUL nor half a surrogate pair: each becomes U+FFFD. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

/**
 * Cleans every text and key of a value, and turns numbers JSON cannot hold into null. Gives the same
 * value back when it was clean. Throws `SpanRejectedError` when it nests too deep.
 */
export function cleanValue(value: JsonValue, depth = 0): JsonValue {
  switch (typeof value) {
    case 'string':
      return cleanText(value);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'object':
      if (value === null || isRawNumber(value)) return value;
      if (depth > VALUE_DEPTH_LIMIT) throw tooDeep();
      return Array.isArray(value) ? cleanList(value, depth) : cleanObject(value, depth);
    default:
      return value;
  }
}

/** Cuts a text to so many UTF-16 units, never through a character. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? length - 1 : length);
}

function cleanList(list: JsonValue[], depth: number): JsonValue[] {
  let changed = false;
  const cleaned = list.map((element) => {
    const clean = cleanValue(element, depth + 1);
    if (clean !== element) changed = true;
    return clean;
  });
  return changed ? cleaned : list;
}

function cleanObject(object: JsonObject, depth: number): JsonObject {
  let cleaned: JsonObject | undefined;
  const keys = Object.keys(object);
  for (const [at, key] of keys.entries()) {
    const value = object[key] ?? null;
    const cleanKey = cleanText(key);
    const clean = cleanValue(value, depth + 1);
    if (cleaned === undefined && (cleanKey !== key || clean !== value)) {
      cleaned = {};
      for (const before of keys.slice(0, at)) setOwn(cleaned, before, object[before] ?? null);
    }
    if (cleaned !== undefined) setOwn(cleaned, cleanKey, clean);
  }
  return cleaned ?? object;
}
