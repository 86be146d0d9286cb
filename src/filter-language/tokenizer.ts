import { Source } from './source.js';
import { readText } from './text-literal.js';
import { SIGNS, type Token, type Word, WORDS } from './tokens.js';

/** Maximum length of a condition in characters. */
export const MAX_CONDITION_LENGTH = 50_000;

const BLANKS = /[ \t\r\n\f]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?/y;
const PART_OF_NUMBER = /[\p{L}\p{N}_.]/u;
const LEADING_ZERO = /^0+[1-9]\d*$/;

/** Operators of other languages, with advice on what to write instead. */
const OTHER_LANGUAGES: readonly (readonly [string, string])[] = [
  ['===', 'write `==`'],
  ['!==', 'write `!=`'],
  ['<>', 'write `!=`'],
  ['&&', 'write `and`'],
  ['||', 'write `or`'],
  [':=', 'there are no assignments'],
  ['=', 'compare with `==`'],
  ['!', 'write `not`'],
  ['**', 'powers are not supported'],
  ['//', 'write `/`'],
  ['<<', 'shifts are not supported'],
  ['>>', 'shifts are not supported'],
  ['#', 'comments are not supported'],
  ['&', 'write `and`'],
  ['|', 'write `or`'],
];

const PYTHON_WORDS = new Set(
  `as assert async await break class continue def del elif else except finally from global
   import lambda nonlocal pass raise return try while with yield`.split(/\s+/),
);

/**
 * Splits a condition into tokens; the last one is the end.
 * @throws FilterSyntaxError at the first character that cannot start a token.
 */
export function tokenize(source: Source): Token[] {
  const { text } = source;
  if (text.length > MAX_CONDITION_LENGTH) {
    throw source.error(`A condition can have at most ${MAX_CONDITION_LENGTH} characters`, {
      start: MAX_CONDITION_LENGTH,
    });
  }
  const tokens: Token[] = [];
  for (let at = afterBlanks(text, 0); ; at = afterBlanks(text, tokens.at(-1)!.end)) {
    const token = at < text.length ? tokenAt(source, at) : endAt(at);
    tokens.push(token);
    if (token.kind === 'end') return tokens;
  }
}

function endAt(at: number): Token {
  return { kind: 'end', start: at, end: at };
}

function tokenAt(source: Source, start: number): Token {
  const name = match(NAME, source.text, start);
  if (name) return named(source, name, start);
  if (/['"]/.test(source.text[start]!)) return readText(source, start, start);
  const digits = match(NUMBER, source.text, start);
  if (digits) return numbered(source, digits, start);
  const foreign = OTHER_LANGUAGES.find(([sign]) => source.text.startsWith(sign, start));
  const sign = SIGNS.find((sign) => source.text.startsWith(sign, start));
  if (foreign && foreign[0].length > (sign?.length ?? 0)) {
    const [written, advice] = foreign;
    throw source.error(`\`${written}\` is not supported; ${advice}`, { start });
  }
  if (!sign) throw unknownCharacter(source, start);
  return { kind: 'sign', sign, start, end: start + sign.length };
}

function named(source: Source, name: string, start: number): Token {
  const end = start + name.length;
  const next = source.text[end];
  if (next === "'" || next === '"') return prefixed(source, name, start);
  if (isWord(name)) return { kind: 'word', word: name, start, end };
  if (PYTHON_WORDS.has(name)) {
    throw source.error(`\`${name}\` is not supported; a condition only compares values`, { start });
  }
  return { kind: 'name', name, start, end };
}

function prefixed(source: Source, prefix: string, start: number): Token {
  const quote = start + prefix.length;
  if (/^[ru]$/i.test(prefix)) return readText(source, start, quote);
  throw source.error(`The string prefix ${source.quote({ start, end: quote })} is not supported`, {
    start,
  });
}

function numbered(source: Source, written: string, start: number): Token {
  const end = start + written.length;
  const digits = written.replaceAll('_', '');
  const value = Number(digits);
  const next = String.fromCodePoint(source.text.codePointAt(end) ?? 0x20);
  if (PART_OF_NUMBER.test(next) || LEADING_ZERO.test(digits)) {
    throw source.error(`Not a number: ${source.quote({ start, end: end + next.length })}`, {
      start,
    });
  }
  if (!Number.isFinite(value)) {
    throw source.error(`The number ${source.quote({ start, end })} is too large`, { start });
  }
  // The database would refuse numbers too small for a double.
  return { kind: 'number', digits: value === 0 ? '0' : digits, start, end };
}

/** Also refuses letters that only look Latin, because they would form a different name. */
function unknownCharacter(source: Source, at: number) {
  const point = source.text.codePointAt(at)!;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const end = at + String.fromCodePoint(point).length;
  const isVisible = !/[\p{Z}\p{C}]/u.test(source.text.slice(at, end));
  const shown = isVisible ? `${source.quote({ start: at, end })} (${code})` : code;
  const advice = point > 0x7f ? '; outside strings, only ASCII letters are allowed' : '';
  return source.error(`Unexpected character ${shown}${advice}`, { start: at });
}

function isWord(name: string): name is Word {
  return (WORDS as readonly string[]).includes(name);
}

function afterBlanks(text: string, from: number): number {
  return from + (match(BLANKS, text, from)?.length ?? 0);
}

function match(pattern: RegExp, text: string, from: number): string | null {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0] ?? null;
}
