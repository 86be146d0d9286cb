import { isObject, type Json, printExactJson } from '../../lib/json/exact-json.js';

/** Characters of a value that a cell renders; more would not fit. */
const CELL_LETTERS = 2_000;

/**
 * Returns a readable form of a JSON value: text as it is, even if it is the only content of an
 * object; everything else as JSON. Empty for null, which means no output.
 */
export function toValueText(value: Json | undefined, indent = 2): string {
  if (value === null || value === undefined) return '';
  return findOnlyText(value) ?? printExactJson(value, indent);
}

/**
 * Returns the start of a value for a cell with several lines; JSON on one line without indentation.
 */
export function toValueExcerpt(value: Json | undefined, indent?: number): string {
  const text = toValueText(value, indent);
  return text.length > CELL_LETTERS ? `${text.slice(0, CELL_LETTERS)}…` : text;
}

/** Whether a value is shown as text rather than as JSON. */
export function isText(value: Json | undefined): boolean {
  return findOnlyText(value) !== undefined;
}

/**
 * Returns the text, or the text of an object that contains nothing else, such as `{"answer":
 * "Paris"}`.
 */
function findOnlyText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const items = Object.values(value);
  const [item] = items;
  return items.length === 1 && typeof item === 'string' ? item : undefined;
}
