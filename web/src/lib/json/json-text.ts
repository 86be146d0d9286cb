import { isObject, type Json, type JsonObject, parseExactJson } from './exact-json.js';
import { findJsonFault } from './json-fault.js';

/** The value of a typed JSON text, or an error message. */
export type JsonReading<T> = { value: T } | { problem: string };

/** Reads a typed JSON text and keeps every number unchanged. */
export function readJsonText(text: string): JsonReading<Json> {
  if (text.trim() === '') return { problem: 'Enter a value. For an empty value, enter null.' };
  const fault = findJsonFault(text);
  if (fault) return { problem: `Line ${fault.line}: ${fault.message}.` };
  return { value: parseExactJson(text) };
}

/** Reads a typed JSON object. An empty text is an empty object. */
export function readJsonObject(text: string): JsonReading<JsonObject> {
  if (text.trim() === '') return { value: {} };
  const reading = readJsonText(text);
  if ('problem' in reading) return reading;
  if (isObject(reading.value)) return { value: reading.value };
  return { problem: 'This must be an object, such as { "name": "value" }.' };
}
