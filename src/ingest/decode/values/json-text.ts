import { MAX_JSON_DEPTH } from '../../../kernel/json/clean-json.js';
import { type JsonValue, parseJson } from '../../../kernel/json/json.js';

/** Parses JSON sent as text; undefined if it is not JSON or has too many levels. */
export function parseJsonText(text: string): JsonValue | undefined {
  if (!mayBeJson(text)) return undefined;
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    return undefined;
  }
  return nestsWithin(value, MAX_JSON_DEPTH) ? value : undefined;
}

/** Recognizes prose first, because a SyntaxError costs more than all other work on a span. */
function mayBeJson(text: string): boolean {
  return /^\s*(?:[[{"\-\d]|(?:true|false|null)\s*$)/.test(text);
}

function nestsWithin(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  for (const inner of Object.values(value)) if (!nestsWithin(inner, depth - 1)) return false;
  return true;
}
