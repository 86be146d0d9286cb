import { isRawNumber, type JsonValue } from '../../../common/json/json.js';
import { parseJsonText } from '../values/json-text.js';

/** The attributes of a span as sent, by key. */
export type Source = ReadonlyMap<string, JsonValue>;

/** The OpenInference attributes derived from them. */
export type Target = Map<string, JsonValue>;

/** Returns a non-empty string, or undefined. */
export function readText(source: Source, key: string): string | undefined {
  const value = source.get(key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a structured value, sent as such or as JSON text; undefined if absent or malformed. */
export function readStructure(source: Source, key: string): JsonValue | undefined {
  const value = source.get(key);
  return typeof value === 'string' ? parseJsonText(value) : value;
}

/** Whether the value is a list or an object. */
export function isStructure(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && !isRawNumber(value);
}

/** Copies a value under another key, if there is one. */
export function copy(source: Source, from: string, target: Target, to: string): void {
  const value = source.get(from);
  if (value !== undefined) target.set(to, value);
}
