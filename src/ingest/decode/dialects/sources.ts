import {
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
} from '../../../kernel/json/json.js';
import { parseJsonText } from '../values/json-text.js';
import type { SentAttributes } from './derived.js';

/** Returns a non-empty text, or undefined. */
export function readText(source: SentAttributes, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = source.get(key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** Returns a structured value, sent as such or as JSON text; undefined if absent or malformed. */
export function readStructure(source: SentAttributes, key: string): JsonValue | undefined {
  return toStructure(source.get(key));
}

/** Returns an object, sent as such or as JSON text; undefined if it is none. */
export function readObject(source: SentAttributes, key: string): JsonObject | undefined {
  const value = toStructure(source.get(key));
  return value !== undefined && isJsonObject(value) ? value : undefined;
}

/** Parses a value that was sent as JSON text; undefined if it is malformed. */
export function toStructure(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' ? parseJsonText(value) : value;
}

/** Returns a finite number, sent as such or as text. */
export function toNumber(value: JsonValue | undefined): number | undefined {
  const number =
    typeof value === 'number' || isRawNumber(value)
      ? numberValue(value)
      : typeof value === 'string' && value.trim() !== '' && value.length < 100
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** An object with some keys of a source, as a reader of a group of keys takes it. */
export interface IndexedKeys {
  /** The number in the key. */
  index: number;
  /** The values by the rest of their keys, after the common start. */
  fields: Map<string, JsonValue>;
}

/** Larger numbers in keys are no positions in a list. */
const MAX_INDEX = 1_000_000;

/**
 * Groups keys such as `gen_ai.prompt.0.role` by their number, in its order. Gaps do not matter, so a number
 * costs nothing by being large.
 * @param prefix with the dot before the number.
 */
export function groupByIndex(source: SentAttributes, prefix: string): IndexedKeys[] {
  const groups = new Map<number, IndexedKeys>();
  for (const [key, value] of source) {
    if (!key.startsWith(prefix)) continue;
    const dot = key.indexOf('.', prefix.length);
    if (dot === -1) continue;
    const digits = key.slice(prefix.length, dot);
    if (!/^\d{1,7}$/.test(digits)) continue;
    const index = Number(digits);
    if (index > MAX_INDEX) continue;
    const group = groups.get(index) ?? { index, fields: new Map() };
    groups.set(index, group);
    group.fields.set(key.slice(dot + 1), value);
  }
  return [...groups.values()].toSorted((a, b) => a.index - b.index);
}
