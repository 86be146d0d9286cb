import { createHash } from 'node:crypto';
import { MAX_WORD_LENGTH } from './opaque-text.js';
import { isDense, listRuns, SHORTEST_PART } from './text-terms.js';

/**
 * Finds blocks by the terms that versions before gave them, until they are indexed again: texts in a
 * `tsvector`, with the pieces of words of up to so many characters (docs/adr/0116-terms-are-numbers.md).
 * Each function returns a `tsquery`.
 */
const PIECE = 8;

export const FORMER = {
  everything: `'!all'`,
  failedParent: `'!failed-parent'`,
  longWord: `'!long'`,
} as const;

/** Selects blocks with a text that contains a part; null if that cannot be looked up. */
export function findFormerText(part: string): string | null {
  const needed = new Set<string>();
  for (const run of listRuns(part)) {
    if (isDense(run)) addDensePart(needed, Array.from(run));
    else if (run.length >= SHORTEST_PART) addPart(needed, run.slice(0, MAX_WORD_LENGTH));
  }
  return needed.size === 0 ? null : `(${[...needed].join(' & ')})`;
}

/** Selects blocks with an attribute that has a value. */
export function findFormerValue(name: string, canonical: string): string {
  return `'=${hash(`${name}\0${canonical}`)}'`;
}

/** Selects blocks in which an attribute is an object or a list, or a number with several texts. */
export function findFormerIrregular(name: string): string {
  return `'!${hash(name)}'`;
}

/** Selects blocks in which an attribute is an object or a list. */
export function findFormerStructure(name: string): string {
  return `'#${hash(name)}'`;
}

export function joinFormer(queries: readonly string[]): string {
  return queries.length === 0 ? FORMER.everything : `(${queries.join(' | ')})`;
}

/** Adds pieces that cover a part of a word. Only the last may be the start of a piece. */
function addPart(needed: Set<string>, part: string): void {
  if (part.length <= PIECE) {
    needed.add(`'${part}'${part.length === PIECE ? '' : ':*'}`);
    return;
  }
  for (let at = 0; at < part.length - PIECE; at += PIECE) {
    needed.add(`'${part.slice(at, at + PIECE)}'`);
  }
  needed.add(`'${part.slice(-PIECE)}'`);
}

function addDensePart(needed: Set<string>, characters: readonly string[]): void {
  if (characters.length === 1) needed.add(`'${characters[0]}':*`);
  for (let at = 1; at < characters.length; at++) {
    needed.add(`'${characters[at - 1]}${characters[at]}'`);
  }
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 10);
}
