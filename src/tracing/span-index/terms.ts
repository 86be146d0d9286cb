import { createHash } from 'node:crypto';
import { cutOpaque, MAX_WORD_LENGTH } from './opaque-text.js';

/**
 * The terms under which the index finds texts and values. A block of spans has the terms of
 * everything in it, so a span that matches is always in a block with all terms of the query. The
 * opposite need not be true: whoever finds a block must look at its spans.
 */

/** Pieces of words have at most this many characters. */
const PIECE = 8;
/** Shorter parts of words cannot be looked up. */
const SHORTEST_PART = 3;
/** PostgreSQL's limit for the lexemes of a `tsvector` is 1 MB. */
const MAX_BYTES = 900_000;
/** The words of longer texts are found one after the other, because a list of them takes many times as much memory. */
const LISTED_LENGTH = 64 * 1024;

/** In a block with a word that is longer than `MAX_WORD_LENGTH`, or with encoded data. */
const LONG_WORD = '!long';
/**
 * The term of a block that has all terms that this version finds. Whoever adds terms raises the number, with an
 * index of the blocks that lack it (`outdated-blocks.queries.ts`).
 */
export const CURRENT = '!2';
/** The only term of a block with so many terms that it has none of the others. */
export const EVERYTHING = '!all';
/** The term of a block with a span that failed and may have called others, or that such a span called. */
export const FAILED_PARENT = '!failed-parent';

/**
 * Scripts without spaces between words, and symbols. Pairs of their characters are terms, and so is
 * the last one of a run.
 */
const DENSE =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々\\p{Extended_Pictographic}\\u{10000}-\\u{10ffff}';
const RUNS = new RegExp(`[${DENSE}]+|[[\\p{L}\\p{N}]--[${DENSE}]]+`, 'gv');
const ASCII_RUNS = /[a-z0-9]+/g;
const IS_DENSE = new RegExp(`^[${DENSE}]`, 'v');
// oxlint-disable-next-line no-control-regex -- ASCII includes control characters
const ASCII = /^[\0-\x7f]*$/;
const MARKS = /\p{M}+/gu;
const NUMBER = /^[+-]?\d[\d.]*(?:[eE][+-]?\d+)?$/;

/**
 * Makes texts equal that differ only in case or accents. Coarser than every comparison that ignores
 * case, in JavaScript and in PostgreSQL.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const folded = text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return folded.normalize('NFD').replace(MARKS, '');
}

function runsOf(text: string): Iterable<string> {
  const folded = fold(text);
  const runs = ASCII.test(folded) ? ASCII_RUNS : RUNS;
  if (text.length <= LISTED_LENGTH) return folded.match(runs) ?? [];
  return folded.matchAll(runs).map(([run]) => run);
}

/**
 * Collects the terms of a block, up to a limit. However much text there is, that takes no more memory than
 * the terms that PostgreSQL can store.
 */
export class BlockTerms {
  private readonly terms = new Set<string>();
  private readonly words = new Set<string>();
  private readonly known = new Set<string>();
  private bytes = 0;

  /** Returns whether any search must look at this block, so adding more changes nothing. */
  get isFull(): boolean {
    return this.bytes > MAX_BYTES;
  }

  /** Returns the terms, or only `EVERYTHING`. */
  list(): string[] {
    return this.isFull ? [EVERYTHING] : [...this.terms];
  }

  /** Lets any search look at this block. */
  fill(): void {
    this.bytes = Infinity;
    for (const collected of [this.terms, this.words, this.known]) collected.clear();
  }

  add(term: string): void {
    const { size } = this.terms;
    if (this.terms.add(term).size === size) return;
    this.bytes += Buffer.byteLength(term) + 1;
    if (this.isFull) this.fill();
  }

  /** Adds a text that can be found by its words and their parts. */
  addText(text: string): void {
    if (this.isFull) return;
    const searched = cutOpaque(text);
    if (searched !== text) this.add(LONG_WORD);
    for (const run of runsOf(searched)) {
      if (this.isFull) return;
      if (this.words.has(run)) continue;
      this.words.add(run);
      if (IS_DENSE.test(run)) this.addDense(run);
      else this.addWord(run);
    }
  }

  /** Adds a value that can be found by equality. */
  addValue(name: string, value: string): void {
    this.addOnce(`${name}\0${value}`, () => [valueTerm(name, value)]);
  }

  /** Notes that an attribute is an object or a list, or a number with several texts. */
  addIrregular(name: string, isNumber: boolean): void {
    this.addOnce(`${name} ${isNumber}`, () =>
      isNumber ? [irregularTerm(name)] : [irregularTerm(name), structureTerm(name)],
    );
  }

  /** Hashing takes longer than looking up. */
  private addOnce(key: string, toTerms: () => string[]): void {
    if (this.isFull || this.known.has(key)) return;
    this.known.add(key);
    for (const term of toTerms()) this.add(term);
  }

  private addWord(word: string): void {
    if (word.length > MAX_WORD_LENGTH) this.add(LONG_WORD);
    const end = Math.min(word.length, MAX_WORD_LENGTH);
    const last = Math.max(end - SHORTEST_PART, 0);
    for (let at = 0; at <= last; at++) this.add(word.slice(at, Math.min(at + PIECE, end)));
  }

  private addDense(run: string): void {
    let before = '';
    for (const character of run) {
      if (before !== '') this.add(before + character);
      before = character;
    }
    this.add(before);
  }
}

/** A `tsquery` on the terms of blocks; null if any block may match. */
export type TermQuery = string | null;

/**
 * Selects blocks with a text that contains a part, ignoring case and accents.
 * @param words whether the part may also be beyond `MAX_WORD_LENGTH` in a word.
 */
export function containsTerms(part: string, words: 'cut' | 'exact' = 'cut'): TermQuery {
  const terms = containsPieces(part);
  return words === 'cut' ? terms : terms && anyOf([terms, quote(LONG_WORD)]);
}

function containsPieces(part: string): TermQuery {
  const needed = new Set<string>();
  for (const run of runsOf(part)) {
    if (IS_DENSE.test(run)) addDensePart(needed, Array.from(run));
    else if (run.length >= SHORTEST_PART) addPart(needed, run.slice(0, MAX_WORD_LENGTH));
  }
  return needed.size === 0 ? null : `(${[...needed].join(' & ')})`;
}

/**
 * Like `containsTerms`, for the value of an attribute, of which every character counts and which
 * may be a list or an object.
 */
export function attributeContainsTerms(name: string, part: string): TermQuery {
  const terms = containsTerms(part, 'exact');
  return terms && anyOf([terms, quote(irregularTerm(name))]);
}

/** Selects blocks with an attribute that has one of these short values. */
export function equalsTerms(name: string, values: readonly string[]): TermQuery {
  return anyOf([valueTerms(name, values), quote(structureTerm(name))]);
}

/** Selects blocks with one of these values. */
export function valueTerms(name: string, values: readonly string[]): TermQuery {
  return anyOf(values.map((value) => quote(valueTerm(name, value))));
}

/**
 * Selects, for each span whose parent failed, the block of at least one of the two: of that which was
 * stored last.
 */
export function failedParentTerms(): TermQuery {
  return quote(FAILED_PARENT);
}

function anyOf(queries: readonly TermQuery[]): TermQuery {
  const parts = queries.filter((query) => query !== null);
  if (parts.length < queries.length) return null;
  return parts.length === 0 ? quote(EVERYTHING) : `(${parts.join(' | ')})`;
}

/** Adds pieces that cover a part of a word. Only the last may be the start of a piece. */
function addPart(needed: Set<string>, part: string): void {
  if (part.length <= PIECE) {
    needed.add(`${quote(part)}${part.length === PIECE ? '' : ':*'}`);
    return;
  }
  for (let at = 0; at < part.length - PIECE; at += PIECE) {
    needed.add(quote(part.slice(at, at + PIECE)));
  }
  needed.add(quote(part.slice(-PIECE)));
}

function addDensePart(needed: Set<string>, characters: readonly string[]): void {
  if (characters.length === 1) needed.add(`${quote(characters[0]!)}:*`);
  for (let at = 1; at < characters.length; at++) {
    needed.add(quote(characters[at - 1]! + characters[at]!));
  }
}

/** Numbers that are equal have the same term, however they are written. */
function valueTerm(name: string, value: string): string {
  const canonical = NUMBER.test(value) ? String(Number(value)) : `'${value}`;
  return `=${hash(`${name}\0${canonical}`)}`;
}

function irregularTerm(name: string): string {
  return `!${hash(name)}`;
}

function structureTerm(name: string): string {
  return `#${hash(name)}`;
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 10);
}

function quote(term: string): string {
  return `'${term}'`;
}
