import { BlockTerms, FAILED_PARENT } from './terms.js';
import { type SpanContents, visitSpan } from './span-texts.js';

/** Collects the terms of the spans of a block. */
export class IndexedBlock {
  private readonly terms = new BlockTerms();

  add(spans: readonly SpanContents[]): void {
    for (const span of spans) {
      // Parsing it takes as long as finding its words.
      if (this.terms.isFull) return;
      this.terms.addValue('name', span.name);
      visitSpan(span, {
        text: (_field, text) => this.terms.addText(text),
        key: (key) => this.terms.addText(key),
        value: (name, text) => this.terms.addValue(name, text),
        irregular: (name, isNumber) => this.terms.addIrregular(name, isNumber),
      });
    }
  }

  /**
   * Returns the terms in ascending order.
   * @param hasFailedParent whether a span may have failed and called others, or been called by such.
   */
  list(hasFailedParent: boolean): Int32Array {
    if (hasFailedParent) this.terms.add(FAILED_PARENT);
    return this.terms.list();
  }
}
