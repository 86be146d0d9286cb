import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../common/graphql/loaders.js';
import type { SpanContext } from '../../../tracing/spans/graphql/span.type.js';
import { SpansService } from '../../../tracing/spans/spans.service.js';
import { exampleOfSpan } from '../example-of-span.js';
import type { SpanExample } from './span-example.type.js';

/** Examples by the span they would be made from. */
@Injectable()
export class SpanExampleLoader implements BatchLoader<SpanContext, SpanExample | null> {
  constructor(private readonly spans: SpansService) {}

  cacheKey({ traceId, spanId }: SpanContext): string {
    return JSON.stringify([traceId, spanId]);
  }

  async batch(keys: readonly SpanContext[]): Promise<(SpanExample | null)[]> {
    const spans = await this.spans.readContent(await this.spans.findByKeys(keys));
    const examples = new Map(spans.map((span) => [this.cacheKey(span.row), exampleOfSpan(span)]));
    return keys.map((key) => examples.get(this.cacheKey(key)) ?? null);
  }
}
