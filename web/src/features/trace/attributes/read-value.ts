import { at } from './attribute-path.js';
import { isStructure, printExactJson } from '../../../lib/json/exact-json.js';
import type { Json } from '../../../lib/json/exact-json.js';

/** What went into a span or came out of it. */
export interface SpanValue {
  mimeType: 'text' | 'json';
  value: string;
}

/**
 * The input or output of a span, read from its attributes so that the server need not send it a second
 * time. A structure counts as JSON whatever its type says. `null` when nothing was recorded.
 */
export function readValue(attributes: Json, side: 'input' | 'output'): SpanValue | null {
  const value = at(attributes, `${side}.value`);
  if (value === undefined || value === null || value === '') return null;
  const isJson = isStructure(value) || at(attributes, `${side}.mime_type`) === 'application/json';
  return {
    mimeType: isJson ? 'json' : 'text',
    value: typeof value === 'string' ? value : printExactJson(value),
  };
}
