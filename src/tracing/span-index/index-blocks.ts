import { BlockTerms, EVERYTHING, FAILED_PARENT } from './terms.js';
import { type SpanContents, visitSpan } from './span-texts.js';

/** PostgreSQL's limit for the lexemes of a `tsvector` is 1 MB. */
const MOST_BYTES = 900_000;

/**
 * Returns the terms of a block with these spans.
 * @param hasFailedParent whether one of them may have failed and called others, or been called by such.
 */
export function toTerms(
  spans: readonly (SpanContents & { isLarge?: boolean })[],
  hasFailedParent: boolean,
): string[] {
  if (spans.some(({ isLarge }) => isLarge)) return [EVERYTHING];
  const block = new BlockTerms();
  if (hasFailedParent) block.terms.add(FAILED_PARENT);
  for (const span of spans) {
    block.addValue('name', span.name);
    visitSpan(span, {
      text: (_field, text) => block.addText(text),
      key: (key) => block.addText(key),
      value: (name, text) => block.addValue(name, text),
      irregular: (name, isNumber) => block.addIrregular(name, isNumber),
    });
  }
  const terms = [...block.terms];
  const bytes = terms.reduce((sum, term) => sum + Buffer.byteLength(term) + 1, 0);
  return bytes > MOST_BYTES ? [EVERYTHING] : terms;
}
