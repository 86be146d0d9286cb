import { DomainError } from '../../kernel/errors/errors.js';
import { cleanText } from '../../kernel/json/clean-json.js';
import { type BlockTest, allTests, testTerms } from './block-test.js';
import { cutOpaque, MAX_WORD_LENGTH } from './opaque-text.js';
import { type SpanContents, visitSpan } from './span-texts.js';
import { containsTerms } from './terms.js';
import { fold } from './text-terms.js';

const MAX_SEARCH_LENGTH = 10_000;
const MAX_PARTS = 100;
/** How much of a text to show before a match, and after its start. */
const BEFORE = 60;
const AFTER = 160;

const PARTS = /"([^"]+)"?|([^\s"]+)/g;
const LONG_WORD = new RegExp(`([\\p{L}\\p{N}]{${MAX_WORD_LENGTH}})[\\p{L}\\p{N}]+`, 'gu');

/** A search for texts: every part must be in some text of a span. */
export interface TextSearch {
  /** Folded, without repetitions. */
  parts: readonly string[];
  /** The test for blocks of spans that the search implies. */
  blockTest: BlockTest;
}

/** The place at which a part of a search was found. */
export interface TextMatch {
  /** `name`, `status_message`, `events…` or the dotted name of an attribute. */
  field: string;
  /** The text around the match. */
  excerpt: string;
  /** Place of the match in the excerpt, in UTF-16 code units. */
  start: number;
  length: number;
}

/**
 * Reads a search: words, parts of words and phrases in double quotes. Null if it is blank.
 * @throws DomainError BAD_USER_INPUT if it is too long.
 */
export function readSearch(text: string | null | undefined): TextSearch | null {
  if (!text) return null;
  if (text.length > MAX_SEARCH_LENGTH) {
    throw new DomainError('BAD_USER_INPUT', 'A search can have up to 10,000 characters.');
  }
  const written = [...cleanText(text).matchAll(PARTS)].map(([, phrase, word]) => phrase ?? word!);
  const parts = [...new Set(written.map(fold).filter((part) => part.trim() !== ''))];
  if (parts.length === 0) return null;
  if (parts.length > MAX_PARTS) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'A search can have up to 100 different words. To search for a longer text, put it in double quotes.',
    );
  }
  return { parts, blockTest: allTests(parts.map((part) => testTerms(containsTerms(part)))) };
}

/** Returns whether every part of a search is in some text of a span. */
export function isMatch({ parts }: TextSearch, span: SpanContents): boolean {
  const missing = new Set(parts);
  visitSpan(span, {
    text: (_field, text) => {
      if (missing.size === 0) return;
      const folded = fold(cutLongWords(text));
      for (const part of missing) if (folded.includes(part)) missing.delete(part);
    },
  });
  return missing.size === 0;
}

/** Returns the first match of each part of a search in a span. */
export function findMatches({ parts }: TextSearch, span: SpanContents): TextMatch[] {
  const missing = new Set(parts);
  const matches: TextMatch[] = [];
  visitSpan(span, {
    text: (field, text) => {
      if (missing.size === 0) return;
      const cut = cutLongWords(text);
      const folded = fold(cut);
      for (const part of missing) {
        const at = folded.indexOf(part);
        if (at === -1) continue;
        missing.delete(part);
        matches.push({ field, ...cutExcerpt(cut, at, at + part.length) });
      }
    },
  });
  return matches;
}

/** @param start place in the folded text. */
function cutExcerpt(text: string, start: number, end: number): Omit<TextMatch, 'field'> {
  const [from, to] = placeInOriginal(text, start, end);
  const first = Math.max(0, from - BEFORE);
  const excerpt = text.slice(first, Math.max(to, from + AFTER));
  // A cut may leave half of a character at either end.
  const whole = excerpt.toWellFormed();
  return { excerpt: whole, start: from - first, length: to - from };
}

/** Folding may change the length of a text. */
function placeInOriginal(text: string, start: number, end: number): [number, number] {
  if (fold(text).length === text.length && text.normalize('NFC') === text) {
    return [start, Math.min(end, text.length)];
  }
  let [folded, from, to] = [0, -1, text.length];
  let at = 0;
  for (const character of text) {
    const length = fold(character).length;
    if (from === -1 && folded + length > start) from = at;
    at += character.length;
    folded += length;
    if (folded >= end) {
      to = at;
      break;
    }
  }
  return [Math.max(from, 0), to];
}

/** Cuts a text as the index does. */
function cutLongWords(text: string): string {
  const cut = cutOpaque(text);
  return mayHaveLongWord(cut) ? cut.replace(LONG_WORD, '$1') : cut;
}

/** Looks only at spaces, which takes a tenth of the time of the pattern. */
function mayHaveLongWord(text: string): boolean {
  let start = 0;
  while (text.length - start > MAX_WORD_LENGTH) {
    const end = text.indexOf(' ', start);
    if (end === -1 || end - start > MAX_WORD_LENGTH) return true;
    start = end + 1;
  }
  return false;
}
