import { isObject, type Json, type JsonObject, parseExactJson } from './exact-json.js';
import { findJsonFault } from './json-fault.js';

/** What was typed as JSON, or why it is none. */
export type JsonReading<T> = { value: T } | { problem: string };

/** Reads what was typed as JSON, every number as it was written. */
export function readJsonText(text: string): JsonReading<Json> {
  if (text.trim() === '') return { problem: 'Nothing is written here. An empty value is null.' };
  const fault = findJsonFault(text);
  if (fault) return { problem: `Line ${fault.line}: ${fault.message}.` };
  return { value: parseExactJson(text) };
}

/** Reads what was typed as a JSON object; nothing at all is an empty one. */
export function readJsonObject(text: string): JsonReading<JsonObject> {
  if (text.trim() === '') return { value: {} };
  const reading = readJsonText(text);
  if ('problem' in reading) return reading;
  if (isObject(reading.value)) return { value: reading.value };
  return { problem: 'This has to be an object: { "name": "value" }.' };
}
