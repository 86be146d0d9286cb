import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type Span, toSpan } from './span.type.js';
import { type SpanKey, spanKeyText, SpansQueries } from '../spans.queries.js';

/** Spans by their key. */
@Injectable()
export class SpansLoader implements BatchLoader<SpanKey, Span | null> {
  readonly cacheKey = spanKeyText;

  constructor(private readonly queries: SpansQueries) {}

  async batch(keys: readonly SpanKey[]): Promise<(Span | null)[]> {
    const rows = await this.queries.findByKeys(keys);
    return inOrderOf(keys.map(spanKeyText), rows, spanKeyText).map((row) => row && toSpan(row));
  }
}
