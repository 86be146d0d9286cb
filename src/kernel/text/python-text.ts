import { isRawNumber, type JsonValue, numberSource, type RawNumber } from '../json/json.js';

/**
 * Writes a value like Python's `str()`: `True`, `None`, `1.0`, `['a', 'b']`, `{'a': 1}`. Clients
 * look up sessions by these forms.
 */
export function pythonText(value: JsonValue): string {
  return typeof value === 'string' ? value : representation(value);
}

function representation(value: JsonValue): string {
  if (value === null) return 'None';
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False';
    case 'string':
      return quoted(value);
    case 'number':
      return numberText(value);
    default:
  }
  if (isRawNumber(value)) return numberText(value);
  if (Array.isArray(value)) return `[${value.map(representation).join(', ')}]`;
  const entries = Object.entries(value);
  return `{${entries.map(([key, inner]) => `${quoted(key)}: ${representation(inner)}`).join(', ')}}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\p{Cc}'"]/gu, (character) => escape(character, quote));
  return quote + escaped + quote;
}

function escape(character: string, quote: string): string {
  switch (character) {
    case '\\':
      return '\\\\';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    case "'":
    case '"':
      return character === quote ? `\\${character}` : character;
    default:
      return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  }
}

/** Writes a number like Python: `1`, `1.0`, `1e-07`. */
export function numberText(number: number | RawNumber): string {
  const source = numberSource(number);
  if (/^-?\d+$/.test(source)) return source === '-0' ? '0' : source;
  return floatText(Number(source));
}

/** Writes a double like Python: with an exponent from 1e16 and below 1e-4. */
export function floatText(value: number): string {
  const [mantissa = '', exponentText = ''] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (value === 0 || (exponent >= -4 && exponent < 16)) {
    return Number.isInteger(value) ? `${value}.0` : String(value);
  }
  const digits = String(Math.abs(exponent)).padStart(2, '0');
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`;
}
