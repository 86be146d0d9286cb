import { isStorable } from '../kernel/validation/storable.js';
import type { Source } from './source.js';
import type { Token } from './tokens.js';

const ESCAPES: Record<string, string> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const HEX_LENGTHS: Record<string, number> = { x: 2, u: 4, U: 8 };
const OCTAL = /[0-7]{1,3}/y;

/**
 * Reads a string as Python would, with its escapes, or without them after the prefix `r`.
 * @param quote the position of the opening quotation mark.
 */
export function readText(source: Source, start: number, quote: number): Token {
  const mark = source.text[quote]!;
  const isRaw = /r/i.test(source.text.slice(start, quote));
  let text = '';
  for (let at = quote + 1; ;) {
    const character = source.text[at];
    if (character === undefined || character === '\n' || character === '\r') {
      throw source.error(`The string has no end: a ${mark} is missing`, { start });
    }
    if (character === mark) {
      const end = at + 1;
      if (isStorable(text)) return { kind: 'text', text, start, end };
      throw source.error('A string cannot contain NUL or half of a surrogate pair', { start });
    }
    const { value, length } =
      character !== '\\'
        ? { value: character, length: 1 }
        : isRaw
          ? { value: source.text.slice(at, at + 2), length: 2 }
          : escapeAt(source, at);
    text += value;
    at += length;
  }
}

interface Escape {
  value: string;
  /** Length of the escape in the source. */
  length: number;
}

function escapeAt(source: Source, start: number): Escape {
  const letter = source.text[start + 1] ?? '';
  const plain = ESCAPES[letter];
  if (plain !== undefined) return { value: plain, length: 2 };
  const digits = HEX_LENGTHS[letter];
  if (digits !== undefined) return hexEscape(source, start, digits);
  OCTAL.lastIndex = start + 1;
  const octal = OCTAL.exec(source.text)?.[0];
  if (octal) {
    return { value: String.fromCharCode(Number.parseInt(octal, 8)), length: 1 + octal.length };
  }
  if (letter === 'N') throw source.error('`\\N{…}` is not supported', { start });
  // Python keeps the backslash of an unknown escape.
  return { value: '\\', length: 1 };
}

function hexEscape(source: Source, start: number, digits: number): Escape {
  const end = start + 2 + digits;
  const hex = source.text.slice(start + 2, end);
  const point = Number.parseInt(hex, 16);
  if (hex.length < digits || !/^[0-9a-f]+$/i.test(hex) || point > 0x10ffff) {
    throw source.error(`Unknown escape sequence: ${source.quote({ start, end })}`, { start });
  }
  return { value: String.fromCodePoint(point), length: 2 + digits };
}
