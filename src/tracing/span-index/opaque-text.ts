/**
 * Nobody searches for what an image, a key or a bundled script is encoded as, and each piece of it is a new
 * term. So searches and the index only know how such a run begins.
 */

/** How much of a run of letters and digits, of encoded data or of minified code can be found. */
export const MAX_WORD_LENGTH = 256;

/** Base64 is broken into lines of 64 or 76 characters. Shorter lines may be a list of names or IDs. */
const SHORTEST_LINE = 60;

/** In words and paths, few letters follow a digit or a letter of the other case; in base64 and hex, most do. */
const MIN_MIXED = 0.25;

/** Shares of the characters of a line of minified code; JSON has more quotes, and text has more spaces. */
const MINIFIED = { minSigns: 0.1, minBrackets: 0.02, maxSpaces: 0.08, maxQuotes: 0.06 };

/** All alphabets of base64, hex, the dots of a JWT, and how these are escaped in URLs and JSON. */
const ENCODED = toFlags('+/=_.%\\-', /[A-Za-z0-9]/);
const SIGNS = toFlags('(){};:=');
const BRACKETS = toFlags('(){}');
const QUOTES = toFlags('"\'`');
const SPACES = toFlags(' \t');

/** Digits, upper and lower case, and 0 for all others; and what two neighbors of these kinds are. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return [/[0-9]/, /[A-Z]/, /[a-z]/].findIndex((kind) => kind.test(character)) + 1;
});
const NEIGHBORS = Array.from({ length: 16 }, (_, both) => [both >> 2, both & 3] as const);
const IS_PAIR = Uint8Array.from(NEIGHBORS, ([one, other]) => Number(one > 0 && other > 0));
const IS_CHANGE = Uint8Array.from(NEIGHBORS, ([one, other]) =>
  Number(one > 0 && other > 0 && one !== other),
);

/** Returns the text without the rest of runs that are encoded or minified; the same text if it has none. */
export function cutOpaque(text: string): string {
  if (text.length <= MAX_WORD_LENGTH) return text;
  return cutRuns(cutRuns(text, findEncoded), findMinified);
}

/** A part of a text. */
type Run = [start: number, end: number];

function cutRuns(text: string, find: (text: string) => Iterable<Run>): string {
  const kept: string[] = [];
  let at = 0;
  for (const [start, end] of find(text)) {
    kept.push(text.slice(at, start + MAX_WORD_LENGTH));
    at = end;
  }
  return at === 0 ? text : kept.join('') + text.slice(at);
}

function* findEncoded(text: string): Generator<Run> {
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = skip(text, start, ENCODED);
    if (end - start < SHORTEST_LINE) continue;
    for (let line = findNextLine(text, end); line !== -1; line = findNextLine(text, end)) {
      const lineEnd = skip(text, line, ENCODED);
      if (lineEnd - line < SHORTEST_LINE) break;
      end = lineEnd;
    }
    if (end - start > MAX_WORD_LENGTH && isMixed(text, start, end)) yield [start, end];
  }
}

/** Returns where the line after this one begins, without its indentation; -1 if more of this one follows. */
function findNextLine(text: string, at: number): number {
  let end = skip(text, at, SPACES);
  if (text[end] === '\r') end += 1;
  return text[end] === '\n' ? skip(text, end + 1, SPACES) : -1;
}

/** Returns whether letters of both cases and digits alternate as if at random. */
function isMixed(text: string, start: number, end: number): boolean {
  let [pairs, changes, last] = [0, 0, 0];
  for (let at = start; at < end; at++) {
    const kind = KINDS[text.charCodeAt(at)] ?? 0;
    // Without branches, which random text would make slow.
    pairs += IS_PAIR[last * 4 + kind]!;
    changes += IS_CHANGE[last * 4 + kind]!;
    last = kind;
  }
  return changes >= pairs * MIN_MIXED && pairs > 0;
}

function* findMinified(text: string): Generator<Run> {
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = findLineEnd(text, start);
    if (end - start > MAX_WORD_LENGTH && isMinified(text, start, end)) yield [start, end];
  }
}

/** Code is often in JSON, where `\n` stands for the end of a line. */
function findLineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x5c && text[at + 1] === 'n')) return at;
  }
  return text.length;
}

function isMinified(text: string, start: number, end: number): boolean {
  let [signs, brackets, spaces, quotes] = [0, 0, 0, 0];
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    signs += SIGNS[code] ?? 0;
    brackets += BRACKETS[code] ?? 0;
    spaces += SPACES[code] ?? 0;
    quotes += QUOTES[code] ?? 0;
  }
  const length = end - start;
  return (
    signs >= length * MINIFIED.minSigns &&
    brackets >= length * MINIFIED.minBrackets &&
    spaces <= length * MINIFIED.maxSpaces &&
    quotes <= length * MINIFIED.maxQuotes
  );
}

/** Returns where the characters with a flag end. */
function skip(text: string, start: number, flags: Uint8Array): number {
  let at = start;
  while (at < text.length && flags[text.charCodeAt(at)] === 1) at += 1;
  return at;
}

/** Flags some ASCII characters. */
function toFlags(characters: string, pattern?: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return Number(characters.includes(character) || pattern?.test(character) === true);
  });
}
