import { diffArrays } from 'diff';

/** A part of a text that is in both texts, or only in one of them. */
export interface DiffPart {
  text: string;
  /** `same` is in both, `removed` only in the old text, `added` only in the new one. */
  kind: 'same' | 'removed' | 'added';
}

/** The difference between two texts, and the granularity of the comparison. */
export interface TextDiff {
  parts: DiffPart[];
  /** `none` if the texts are too long or too different to compare in time. */
  grain: 'words' | 'lines' | 'none';
}

/** Texts with more characters in total are compared by line, not by word. */
export const WORD_LIMIT = 40_000;
/** Texts with more characters in total are not compared at all. */
export const LINE_LIMIT = 1_000_000;
/** The maximum time for which a comparison may block the page. */
const TIMEOUT_MS = 150;
/**
 * Texts that share less than this are shown one after the other, because single common words only
 * confuse readers.
 */
const LEAST_SHARED = 0.12;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Compares two texts word by word, long ones line by line, very long ones not at all. */
export function diffTexts(before: string, after: string): TextDiff {
  if (before === after) return { parts: listParts([[before, 'same']]), grain: 'words' };
  const size = before.length + after.length;
  if (size <= WORD_LIMIT) {
    const found = compareTokens(splitWords(before), splitWords(after));
    if (found) return { parts: joinGaps(replaceIfUnlike(found, before, after)), grain: 'words' };
  }
  if (size <= LINE_LIMIT) {
    const found = compareTokens(splitLines(before), splitLines(after));
    if (found) return { parts: replaceIfUnlike(found, before, after), grain: 'lines' };
  }
  return { parts: listReplacement(before, after), grain: 'none' };
}

function compareTokens(before: string[], after: string[]): DiffPart[] | undefined {
  return diffArrays(before, after, { timeout: TIMEOUT_MS })?.map(({ value, added, removed }) => ({
    text: value.join(''),
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }));
}

/** Words in any script: a segmenter finds them even without spaces between them. */
function splitWords(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment);
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function replaceIfUnlike(found: DiffPart[], before: string, after: string): DiffPart[] {
  const shared = found.reduce(
    (sum, { kind, text }) => sum + (kind === 'same' ? countLetters(text) : 0),
    0,
  );
  const longer = Math.max(countLetters(before), countLetters(after));
  return shared < longer * LEAST_SHARED ? listReplacement(before, after) : found;
}

/**
 * A space between two changes becomes part of them: “all new words” reads better than three
 * separate words.
 */
function joinGaps(found: DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    joined.push(
      ...listParts([
        [removed, 'removed'],
        [added, 'added'],
      ]),
    );
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of found.entries()) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (index > 0 && index < found.length - 1 && countLetters(text) === 0) {
      removed += text;
      added += text;
    } else {
      flush();
      joined.push({ kind, text });
    }
  }
  flush();
  return joined;
}

function listReplacement(before: string, after: string): DiffPart[] {
  return listParts([
    [before, 'removed'],
    [after, 'added'],
  ]);
}

function listParts(list: [text: string, kind: DiffPart['kind']][]): DiffPart[] {
  return list.flatMap(([text, kind]) => (text === '' ? [] : [{ text, kind }]));
}

function countLetters(text: string): number {
  return text.replace(/\s+/g, '').length;
}
