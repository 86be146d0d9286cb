import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
  parseJson,
} from '../kernel/json/json.js';
import { parseTime } from '../kernel/time/time.js';

/**
 * Reads a field of a record of Langfuse; undefined if it is null or absent. The public API and the
 * exports from its pages name fields `traceId`, exports to storage `trace_id`.
 */
export function langfuseField(record: JsonObject, name: string): JsonValue | undefined {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return getOwn(record, name) ?? getOwn(record, snake) ?? undefined;
}

/** Reads text that is not empty. */
export function textField(record: JsonObject, name: string): string | null {
  const value = langfuseField(record, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberField(record: JsonObject, name: string): number | null {
  return toNumber(langfuseField(record, name));
}

/** Exports to storage write some numbers as text. */
export function toNumber(value: JsonValue | undefined): number | null {
  if (typeof value === 'number' || isRawNumber(value)) return numberValue(value);
  const isNumber = typeof value === 'string' && value.trim() !== '';
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : null;
}

/** Reads an object, which exports may write as JSON text; empty if it is something else. */
export function objectField(record: JsonObject, name: string): JsonObject {
  const value = langfuseField(record, name);
  if (value !== undefined && isJsonObject(value)) return value;
  const parsed = typeof value === 'string' ? parseJsonText(value) : undefined;
  return parsed !== undefined && isJsonObject(parsed) ? parsed : {};
}

/** Returns microseconds since 1970; null if it is absent. Times without an offset are UTC. */
export function timeField(record: JsonObject, name: string): bigint | null {
  const value = textField(record, name);
  return value === null ? null : (parseTime(value)?.micros ?? null);
}

/** Parses text that is a JSON object or list; undefined for all other text. */
export function parseJsonText(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
