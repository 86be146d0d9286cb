import {
  findFormerIrregular,
  findFormerStructure,
  findFormerText,
  findFormerValue,
  FORMER,
  joinFormer,
} from './former-terms.js';
import { TermSet } from './term-set.js';
import { hashTerm, hashTerms, listContained, takeTerms } from './text-terms.js';

/**
 * The terms under which the index finds texts and values. A block of spans has the terms of
 * everything in it, so a span that matches is always in a block with all terms of the query. The
 * opposite need not be true: whoever finds a block must look at its spans.
 */

/** Storing more takes longer than looking at the block in every search. */
const MAX_TERMS = 120_000;

/** The term of a block with a word that is longer than `MAX_WORD_LENGTH`, or with encoded data. */
export const LONG_WORD = hashTerm('!long');
/** The only term of a block with so many terms that it has none of the others. */
export const EVERYTHING = hashTerm('!all');
/** The term of a block with a span that failed and may have called others, or that such a span called. */
export const FAILED_PARENT = hashTerm('!failed-parent');

const NUMBER = /^[+-]?\d[\d.]*(?:[eE][+-]?\d+)?$/;

/**
 * Collects the terms of a block, up to a limit. However much text there is, that takes no more memory than
 * these terms.
 */
export class BlockTerms {
  private readonly terms = new TermSet();
  private readonly take = (term: number): void => {
    if (!this.isFull) this.terms.add(term);
  };

  /** Returns whether any search must look at this block, so adding more changes nothing. */
  get isFull(): boolean {
    return this.terms.size > MAX_TERMS;
  }

  /** Returns the terms in ascending order, or only `EVERYTHING`. */
  list(): Int32Array {
    return this.isFull ? Int32Array.of(EVERYTHING) : this.terms.toSorted();
  }

  add(term: number): void {
    this.terms.add(term);
  }

  /** Adds a text that can be found by its words and their parts. */
  addText(text: string): void {
    if (!this.isFull && !takeTerms(text, this.take)) this.add(LONG_WORD);
  }

  /** Adds a value that can be found by equality. */
  addValue(name: string, value: string): void {
    this.add(valueTerm(name, value));
  }

  /** Notes that an attribute is an object or a list, or a number with several texts. */
  addIrregular(name: string, isNumber: boolean): void {
    this.add(irregularTerm(name));
    if (!isNumber) this.add(structureTerm(name));
  }
}

/** Selects blocks that have a term of each of these lists, or one of the others. */
export interface KnownTerms {
  each: readonly (readonly number[])[];
  or: readonly number[];
  /** The same as a `tsquery` on the terms of versions before. */
  former: string;
}

/** Null if any block may match. */
export type TermQuery = KnownTerms | null;

/**
 * Selects blocks with a text that contains a part, ignoring case and accents.
 * @param words whether the part may also be beyond `MAX_WORD_LENGTH` in a word.
 */
export function containsTerms(part: string, words: 'cut' | 'exact' = 'cut'): TermQuery {
  const each = listContained(part);
  const former = findFormerText(part);
  if (each.length === 0 || former === null) return null;
  if (words === 'cut') return { each, or: [], former };
  return { each, or: [LONG_WORD], former: joinFormer([former, FORMER.longWord]) };
}

/**
 * Like `containsTerms`, for the value of an attribute, of which every character counts and which
 * may be a list or an object.
 */
export function attributeContainsTerms(name: string, part: string): TermQuery {
  const terms = containsTerms(part, 'exact');
  if (!terms) return null;
  return {
    ...terms,
    or: [...terms.or, irregularTerm(name)],
    former: joinFormer([terms.former, findFormerIrregular(name)]),
  };
}

/** Selects blocks with an attribute that has one of these short values. */
export function equalsTerms(name: string, values: readonly string[]): KnownTerms {
  const terms = valueTerms(name, values);
  return {
    ...terms,
    or: [structureTerm(name)],
    former: joinFormer([terms.former, findFormerStructure(name)]),
  };
}

/** Selects blocks with one of these values. */
export function valueTerms(name: string, values: readonly string[]): KnownTerms {
  return {
    each: [values.map((value) => valueTerm(name, value))],
    or: [],
    former: joinFormer(values.map((value) => findFormerValue(name, toCanonical(value)))),
  };
}

/**
 * Selects, for each span whose parent failed, the block of at least one of the two: of that which was
 * stored last.
 */
export function failedParentTerms(): KnownTerms {
  return { each: [[FAILED_PARENT]], or: [], former: FORMER.failedParent };
}

function valueTerm(name: string, value: string): number {
  return hashTerms(name, toCanonical(value));
}

/** Numbers that are equal have the same term, however they are written. */
function toCanonical(value: string): string {
  return NUMBER.test(value) ? String(Number(value)) : `'${value}`;
}

function irregularTerm(name: string): number {
  return hashTerms(name, '!');
}

function structureTerm(name: string): number {
  return hashTerms(name, '#');
}
