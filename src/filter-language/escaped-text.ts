/**
 * Many senders escape characters before they send JSON: Python's `json.dumps` writes `größe` as
 * `gr\u00f6\u00dfe`, and Go writes `<` as `\u003c`. JSON in JSON has more than one backslash. The text stays
 * as it was sent, but people read and search for what the escapes stand for. Those of NUL and of half a
 * character stay, because PostgreSQL stores neither.
 */

const ESCAPE = '\\u';

const HEX = '[0-9a-fA-F]';
const HIGH = `[dD][89abAB]${HEX}{2}`;
const LOW = `[dD][c-fC-F]${HEX}{2}`;
const ONE = `(?!0000|[dD][89a-fA-F])${HEX}{4}`;

const ESCAPES = new RegExp(`\\\\+u(?:(${HIGH})\\\\+u(${LOW})|(${ONE}))`, 'g');

/** Replaces escapes with their characters. Returns the same text if it has none. */
export function decodeEscapes(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPES, (_, high?: string, low?: string, one?: string) =>
    one === undefined ? toCharacter(high!) + toCharacter(low!) : toCharacter(one),
  );
}

/**
 * The characters that some JSON encoder escapes. All encoders leave the other characters of ASCII as they are.
 */
export const ESCAPED = /[^ -~]|["&'+<=>`\\]/u;

/** Longer patterns take long to compile. */
const MAX_PATTERN_LENGTH = 500;

/**
 * Returns a regular expression of PostgreSQL for a text, in any case, of whose characters any may be escaped. Null if nobody
 * escapes any of them; undefined if the text is too long. Much faster than decoding what is searched.
 */
export function escapesPattern(text: string): string | null | undefined {
  if (!ESCAPED.test(text)) return null;
  if (text.length > MAX_PATTERN_LENGTH) return undefined;
  return Array.from(text, (character) => {
    const forms = [...new Set([character, character.toLowerCase(), character.toUpperCase()])];
    const single = forms.filter((form) => Array.from(form).length === 1);
    const escaped = ESCAPED.test(character) ? single.map(writeEscape) : [];
    return `(?:${[...single.map(quoteForPattern), ...escaped].join('|')})`;
  }).join('');
}

/** The units of UTF-16, with any number of backslashes and hexadecimal digits in either case. */
function writeEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const hex = character.charCodeAt(at).toString(16).padStart(4, '0');
    return String.raw`\\+u${hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
  }).join('');
}

function quoteForPattern(character: string): string {
  return /[a-z0-9 ]|[^ -~]/i.test(character) ? character : `\\${character}`;
}

/** SQL of whether a text may have escapes; unknown if it is missing. */
export function mayHaveEscapesSql(text: string): string {
  return String.raw`strpos(${text}, E'\\u') > 0`;
}

/** SQL of what `decodeEscapes` returns for a text. */
export function decodeEscapesSql(text: string): string {
  // `unistr` fails on a backslash that begins none of its escapes, unless it is doubled.
  const doubled = String.raw`replace(${text}, E'\\', E'\\\\')`;
  const pairs = String.raw`regexp_replace(${doubled}, E'\\\\+u(${HIGH})\\\\+u(${LOW})', E'\\\\u\\1\\\\u\\2', 'g')`;
  return String.raw`unistr(regexp_replace(${pairs}, E'\\\\+u(${ONE})', E'\\\\u\\1', 'g'))`;
}

function toCharacter(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
