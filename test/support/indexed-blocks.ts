import { listContained } from '../../src/tracing/span-index/text-terms.js';

/** SQL of whether the index has terms in a block. */
export function hasTerms(...terms: number[]): string {
  return `codes @> '{${terms.join(',')}}'::integer[]`;
}

/** SQL of whether the index has the words of a text in a block. Each must have at least four characters. */
export function hasText(text: string): string {
  return hasTerms(...listContained(text).flat());
}
