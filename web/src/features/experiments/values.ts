import { isObject, type Json, printExactJson } from '../../lib/json/exact-json.js';

/** Letters of a value that a cell draws; more could not be seen there. */
const CELL_LETTERS = 2_000;

/**
 * A JSON value for reading: text as it is, also when it is all that an object holds; anything else as
 * JSON. Nothing for null, which says that there is no output.
 */
export function valueText(value: Json | undefined, indent = 2): string {
  if (value === null || value === undefined) return '';
  return onlyText(value) ?? printExactJson(value, indent);
}

/** The beginning of a value as a cell of several lines shows it; JSON on one line without an indent. */
export function valueExcerpt(value: Json | undefined, indent?: number): string {
  const text = valueText(value, indent);
  return text.length > CELL_LETTERS ? `${text.slice(0, CELL_LETTERS)}…` : text;
}

/** Whether a value is read as text rather than as JSON. */
export function isText(value: Json | undefined): boolean {
  return onlyText(value) !== undefined;
}

/** Text, or the text of an object that holds nothing else, such as `{"answer": "Paris"}`. */
function onlyText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const items = Object.values(value);
  const [item] = items;
  return items.length === 1 && typeof item === 'string' ? item : undefined;
}
