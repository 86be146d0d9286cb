import { cutOpaque, MAX_WORD_LENGTH } from './opaque-text.js';

/**
 * The terms under which the index finds texts, which are numbers (docs/adr/0116-terms-are-numbers.md): every four
 * consecutive characters of a word are a term, and so are the last three.
 */

/** Gets terms. Some come repeatedly. */
export type TakeTerm = (term: number) => void;

/** Shorter parts of words cannot be looked up. */
export const SHORTEST_PART = 3;

/**
 * Scripts without spaces between words, and symbols. Pairs of their characters are terms, and so is each
 * character.
 */
const DENSE =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々\\p{Extended_Pictographic}\\u{10000}-\\u{10ffff}';
const RUNS = new RegExp(`[${DENSE}]+|[[\\p{L}\\p{N}]--[${DENSE}]]+`, 'gv');
const IS_DENSE = new RegExp(`^[${DENSE}]`, 'v');
// oxlint-disable-next-line no-control-regex -- ASCII includes control characters
const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}+/gu;

/**
 * Digits of numbers to this base stand for letters and digits, and 0 for the end of a word, so no two ASCII
 * terms are equal.
 */
const BASE = 37;
/** The terms of all other texts are hashes above this one. */
const HASHED = BASE ** 4;

/** What a character is: 1 to 36 for ASCII letters and digits. */
const SEPARATOR = 0;
const OTHER = 255;
/** Of the characters that most texts consist of, and of the quotes, dashes and lines in them. */
const KINDS = Uint8Array.from({ length: 0x2600 }, (_, code) => kindOf(code));

function kindOf(code: number): number {
  const character = String.fromCharCode(code);
  if (/[a-z0-9]/i.test(character)) return Number.parseInt(character, 36) + 1;
  if (code < 0x80) return SEPARATOR;
  const isSpecial = code < 0x100 || code >= 0x2000;
  const separates = isSpecial && !/\p{M}/u.test(character) && !fold(character).match(RUNS);
  return separates ? SEPARATOR : OTHER;
}

/**
 * Makes texts equal that differ only in case or accents. Coarser than every comparison that ignores
 * case, in JavaScript and in PostgreSQL.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const folded = text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return folded.normalize('NFD').replace(MARKS, '');
}

/** Returns a number for any text, above those of ASCII terms. Different texts may have the same. */
export function hashTerm(text: string): number {
  return toTerm(hash(FIRST_HASH, text));
}

/** Like `hashTerm`, for two texts. */
export function hashTerms(one: string, other: string): number {
  return toTerm(hash(hash(FIRST_HASH, one) ^ 0xff, other));
}

/** FNV-1a, of which a hostile text can at most make its own block found more often. */
const FIRST_HASH = 0x811c9dc5;

function hash(first: number, text: string): number {
  let value = first;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value;
}

function toTerm(value: number): number {
  const positive = value & 0x7fffffff;
  return positive < HASHED ? positive + HASHED : positive;
}

/**
 * Takes the terms of a text.
 * @returns whether all of it can be found: false if words are longer than `MAX_WORD_LENGTH`, or if it has encoded
 * data, of which only the beginning can.
 */
export function takeTerms(text: string, take: TakeTerm): boolean {
  const searched = cutOpaque(text);
  const isWhole = scan(searched, take);
  return isWhole && searched === text;
}

/** Reads a text once. Words with other characters than ASCII are folded, each for itself. */
function scan(text: string, take: TakeTerm): boolean {
  let isWhole = true;
  // Of the word so far: the number of its last three characters, and its length.
  let [last, length] = [0, 0];
  const end = text.length;
  for (let at = 0; at <= end; at++) {
    const code = at < end ? text.charCodeAt(at) : 0;
    const kind = code < KINDS.length ? KINDS[code]! : OTHER;
    if (kind === SEPARATOR) {
      if (length >= SHORTEST_PART) take(last * BASE);
      last = length = 0;
    } else if (kind === OTHER || length === MAX_WORD_LENGTH) {
      const start = at - length;
      at = findSeparator(text, at);
      if (!takeRuns(text.slice(start, at), take)) isWhole = false;
      last = length = 0;
    } else {
      length += 1;
      const number = last * BASE + kind;
      if (length > SHORTEST_PART) take(number);
      last = number % BASE ** 3;
    }
  }
  return isWhole;
}

function findSeparator(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < KINDS.length && KINDS[code] === SEPARATOR) break;
    at += 1;
  }
  return at;
}

function takeRuns(text: string, take: TakeTerm): boolean {
  let isWhole = true;
  for (const [run] of fold(text).matchAll(RUNS)) {
    if (isDense(run)) takeDense(run, take);
    else if (!takeWord(run, take)) isWhole = false;
  }
  return isWhole;
}

function takeDense(run: string, take: TakeTerm): void {
  let before = '';
  for (const character of run) {
    take(hashTerm(character));
    if (before !== '') take(hashTerm(before + character));
    before = character;
  }
}

function takeWord(word: string, take: TakeTerm): boolean {
  const end = Math.min(word.length, MAX_WORD_LENGTH);
  for (let at = 0; at + SHORTEST_PART <= end; at++) {
    const piece = word.slice(at, Math.min(at + SHORTEST_PART + 1, end));
    take(pieceTerm(piece));
    // What follows an ASCII piece is one of few characters, so each of them can be asked for.
    const isListed = piece.length > SHORTEST_PART && ASCII.test(piece);
    if (!isListed) take(pieceTerm(piece.slice(0, SHORTEST_PART)));
  }
  return end === word.length;
}

/** @param piece folded, of three or four characters. */
function pieceTerm(piece: string): number {
  if (!ASCII.test(piece)) return hashTerm(piece);
  let number = 0;
  for (let at = 0; at <= SHORTEST_PART; at++) {
    number = number * BASE + (at < piece.length ? KINDS[piece.charCodeAt(at)]! : 0);
  }
  return number;
}

/** With so many, others exclude hardly any blocks. */
const MAX_PIECES = 32;

/**
 * Lists what the terms of each text are that contains a part, ignoring case and accents: one term of each
 * of these lists. Empty if it has no part that can be looked up.
 */
export function listContained(part: string): number[][] {
  return listRuns(part).flatMap((run) =>
    isDense(run) ? listDense(run) : listPieces(run.slice(0, MAX_WORD_LENGTH)),
  );
}

/** Lists the words of a text, and its runs of characters of dense scripts, folded. */
export function listRuns(text: string): string[] {
  return fold(text).match(RUNS) ?? [];
}

/** Whether a run has no words. */
export function isDense(run: string): boolean {
  return IS_DENSE.test(run);
}

function listDense(run: string): number[][] {
  const characters = Array.from(run);
  if (characters.length === 1) return [[hashTerm(run)]];
  return characters
    .slice(1, MAX_PIECES)
    .map((character, at) => [hashTerm(characters[at]! + character)]);
}

function listPieces(part: string): number[][] {
  if (part.length < SHORTEST_PART) return [];
  if (part.length === SHORTEST_PART) {
    const term = pieceTerm(part);
    return [ASCII.test(part) ? Array.from({ length: BASE }, (_, next) => term + next) : [term]];
  }
  const count = Math.min(part.length - SHORTEST_PART, MAX_PIECES);
  return Array.from({ length: count }, (_, at) => [
    pieceTerm(part.slice(at, at + SHORTEST_PART + 1)),
  ]);
}
