import { readAt } from './attribute-path.js';
import { isStructure, printExactJson, type Json } from '../json/exact-json.js';

/** The input or output of a span. */
export interface SpanValue {
  mimeType: 'text' | 'json';
  value: string;
}

/**
 * Reads the input or output of a span from its attributes, so that the server need not send it
 * twice. A structure is JSON, whatever its MIME type. Returns null if nothing was recorded.
 */
export function readValue(attributes: Json, side: 'input' | 'output'): SpanValue | null {
  const value = readAt(attributes, `${side}.value`);
  if (value === undefined || value === null || value === '') return null;
  const isJson =
    isStructure(value) || readAt(attributes, `${side}.mime_type`) === 'application/json';
  return {
    mimeType: isJson ? 'json' : 'text',
    value: typeof value === 'string' ? value : printExactJson(value),
  };
}
