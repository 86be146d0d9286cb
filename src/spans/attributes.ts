import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  parseJson,
  setOwn,
  stringifyJson,
} from '../kernel/json/json.js';
import { readSameText, shareTexts } from './same-text.js';

/** Longer strings are stored in the cold column. In UTF-16 code units. */
export const MAX_HOT_STRING_LENGTH = 256;

/** Maximum number of hot entries of a span. */
export const MAX_HOT_ENTRIES = 128;

/** The tags of a span are also hot, so that they can be counted. */
const TAGS = 'tag.tags';
/** Longer lists of tags are cold. In UTF-16 code units of all tags together. */
const MAX_HOT_TAGS_LENGTH = 1024;

/** The attributes of a span, split into the two stored parts. */
export interface SplitAttributes {
  /** Short scalars, and tags, under their dotted paths. An object says where a text is (`shareTexts`). */
  hot: JsonObject;
  /** The nested remainder; null if nothing is left. */
  cold: JsonObject | null;
}

/** Returns whether a value can be stored hot: a short string, a number or a boolean. */
export function isHotScalar(value: JsonValue): boolean {
  switch (typeof value) {
    case 'string':
      return value.length <= MAX_HOT_STRING_LENGTH;
    case 'number':
    case 'boolean':
      return true;
    default:
      return isRawNumber(value);
  }
}

/**
 * Splits nested attributes into a flat map of short scalars, which lists and filters read, and the
 * nested rest. A leaf is hot only if no name on its path is empty or has a dot, so that
 * `mergeStoredAttributes` returns exactly what was split.
 */
export function splitAttributes(nested: JsonObject): SplitAttributes {
  const hot: JsonObject = {};
  const room = { left: MAX_HOT_ENTRIES };
  const cold = splitObject(nested, '', hot, room) ?? null;
  if (cold !== null) shareTexts(hot, cold, room.left);
  return { hot, cold };
}

/**
 * Joins the two stored parts into nested attributes, the reverse of `splitAttributes`. Takes each
 * part as JSON text or as parsed by `parseJson`; does not change its arguments.
 */
export function mergeStoredAttributes(
  hot: string | JsonObject,
  cold: string | JsonObject | null,
): JsonObject {
  const nested = cold === null ? {} : ownCopy(cold);
  const flat = typeof hot === 'string' ? (parseJson(hot) as JsonObject) : hot;
  for (const key of Object.keys(flat)) {
    const value = flat[key] ?? null;
    const stored = isJsonObject(value) ? readSameText(value, nested) : value;
    if (stored !== undefined) setPath(nested, key, stored);
  }
  return nested;
}

/**
 * Flattens nested attributes to dotted keys for output. Drops null leaves and empty objects.
 * Spreads a list with at least one object under its indexes; any other list stays a value.
 */
export function flattenAttributes(nested: JsonObject): JsonObject {
  const flat: JsonObject = {};
  for (const key of Object.keys(nested)) flattenInto(flat, key, nested[key] ?? null);
  return flat;
}

/**
 * Reads one attribute by its dotted name, even if a conflicting shorter key left it at the top
 * level under its full name. Undefined if absent.
 */
export function findAttribute(nested: JsonObject, name: string): JsonValue | undefined {
  let at: JsonValue | undefined = nested;
  for (const segment of name.split('.')) {
    if (at === undefined || !isJsonObject(at)) return getOwn(nested, name);
    at = getOwn(at, segment);
  }
  return at ?? getOwn(nested, name);
}

/** Returns the part of an object that is not hot; undefined if all of it is. */
function splitObject(
  object: JsonObject,
  prefix: string,
  hot: JsonObject,
  room: { left: number },
): JsonObject | undefined {
  let rest: JsonObject | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] ?? null;
    let remaining: JsonValue | undefined = value;
    if (key !== '' && !key.includes('.')) {
      if (isHotScalar(value) || (prefix + key === TAGS && areHotTags(value))) {
        if (room.left > 0) {
          room.left--;
          setOwn(hot, prefix + key, value);
          continue;
        }
      } else if (isJsonObject(value) && Object.keys(value).length > 0) {
        remaining = splitObject(value, `${prefix}${key}.`, hot, room);
        if (remaining === undefined) continue;
      }
    }
    rest ??= {};
    setOwn(rest, key, remaining);
  }
  return rest;
}

function areHotTags(value: JsonValue): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  if (!value.every((tag) => typeof tag === 'string')) return false;
  return value.reduce((length, tag) => length + tag.length, 0) <= MAX_HOT_TAGS_LENGTH;
}

function ownCopy(cold: string | JsonObject): JsonObject {
  return parseJson(typeof cold === 'string' ? cold : stringifyJson(cold)) as JsonObject;
}

function setPath(nested: JsonObject, path: string, value: JsonValue): void {
  let at = nested;
  let start = 0;
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', start)) {
    const segment = path.slice(start, dot);
    let next = getOwn(at, segment);
    if (next === undefined || !isJsonObject(next)) {
      next = {};
      setOwn(at, segment, next);
    }
    at = next;
    start = dot + 1;
  }
  setOwn(at, path.slice(start), value);
}

function flattenInto(flat: JsonObject, path: string, value: JsonValue): void {
  if (value === null) return;
  if (Array.isArray(value)) {
    if (!value.some(isJsonObject)) {
      setOwn(flat, path, value);
      return;
    }
    value.forEach((element, index) => flattenInto(flat, `${path}.${index}`, element));
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) flattenInto(flat, `${path}.${key}`, value[key] ?? null);
  } else {
    setOwn(flat, path, value);
  }
}
