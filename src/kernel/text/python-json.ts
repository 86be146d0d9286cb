import { isRawNumber, type JsonValue } from '../json/json.js';
import { numberText } from './python-text.js';

/** Whether to escape non-ASCII characters, as Python does by default. */
export interface PythonJsonOptions {
  isAscii: boolean;
}

/** Writes JSON as Python does: a space after commas and colons, and numbers such as `1e-07`. */
export function pythonJson(value: JsonValue, options: PythonJsonOptions): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return textOf(value, options);
  if (typeof value === 'number' || isRawNumber(value)) return numberText(value);
  if (Array.isArray(value)) {
    return `[${value.map((element) => pythonJson(element, options)).join(', ')}]`;
  }
  const members = Object.entries(value).map(
    ([key, inner]) => `${textOf(key, options)}: ${pythonJson(inner, options)}`,
  );
  return `{${members.join(', ')}}`;
}

function textOf(text: string, { isAscii }: PythonJsonOptions): string {
  const json = JSON.stringify(text);
  return isAscii ? json.replace(/[^ -~]/g, escapeSequence) : json;
}

function escapeSequence(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
