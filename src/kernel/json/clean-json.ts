import { keepKeyOrder } from './key-order.js';
import { isRawNumber, type JsonObject, type JsonValue, setOwn } from './json.js';

/** Maximum levels of lists and objects in a stored JSON value. */
export const MAX_JSON_DEPTH = 100;

/** A JSON value has too many levels to be stored. */
export class JsonTooDeepError extends Error {
  override readonly name = 'JsonTooDeepError';

  constructor() {
    super(`The value has more than ${MAX_JSON_DEPTH} nested levels.`);
  }
}

/** Replaces NUL and lone surrogates, which PostgreSQL cannot store, with U+FFFD. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

/**
 * Cleans every string and key of a value, and turns numbers that JSON cannot express into null.
 * Returns the same value if it was clean.
 * @throws JsonTooDeepError if it has too many levels.
 */
export function cleanJson(value: JsonValue, depth = 0): JsonValue {
  switch (typeof value) {
    case 'string':
      return cleanText(value);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'object':
      if (value === null || isRawNumber(value)) return value;
      if (depth > MAX_JSON_DEPTH) throw new JsonTooDeepError();
      return Array.isArray(value) ? cleanList(value, depth) : cleanObject(value, depth);
    default:
      return value;
  }
}

function cleanList(list: JsonValue[], depth: number): JsonValue[] {
  let changed = false;
  const cleaned = list.map((element) => {
    const clean = cleanJson(element, depth + 1);
    if (clean !== element) changed = true;
    return clean;
  });
  return changed ? cleaned : list;
}

function cleanObject(object: JsonObject, depth: number): JsonObject {
  let cleaned: JsonObject | undefined;
  const keys = Object.keys(object);
  const cleanKeys = keys.map(cleanText);
  for (const [at, key] of keys.entries()) {
    const value = object[key] ?? null;
    const cleanKey = cleanKeys[at]!;
    const clean = cleanJson(value, depth + 1);
    if (cleaned === undefined && (cleanKey !== key || clean !== value)) {
      cleaned = {};
      for (const before of keys.slice(0, at)) setOwn(cleaned, before, object[before] ?? null);
    }
    if (cleaned !== undefined) setOwn(cleaned, cleanKey, clean);
  }
  return cleaned ? keepKeyOrder(cleaned, cleanKeys) : object;
}
