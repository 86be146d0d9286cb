import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../common/graphql/loaders.js';
import type { SpanRow } from '../../spans/span.entity.js';
import { TraceDetailsQueries, type TraceSpansPage } from '../trace-details.queries.js';

export interface TraceSpansKey extends TraceSpansPage {
  traceId: string;
}

/** One page of the spans of a trace; traces that ask for the same page are read together. */
@Injectable()
export class TraceSpansLoader implements BatchLoader<TraceSpansKey, SpanRow[]> {
  readonly cacheKey = (key: TraceSpansKey): string => JSON.stringify([key.traceId, pageText(key)]);

  constructor(private readonly queries: TraceDetailsQueries) {}

  async batch(keys: readonly TraceSpansKey[]): Promise<SpanRow[][]> {
    const found = new Map<TraceSpansKey, SpanRow[]>();
    for (const [first, ...others] of Map.groupBy(keys, pageText).values()) {
      if (!first) continue;
      const group = [first, ...others];
      const { traceId: _, ...page } = first;
      const rows = await this.queries.spansOf(
        group.map((key) => key.traceId),
        page,
      );
      const byTrace = Map.groupBy(rows, (row) => row.traceId);
      for (const key of group) found.set(key, byTrace.get(key.traceId) ?? []);
    }
    return keys.map((key) => found.get(key) ?? []);
  }
}

function pageText({ after, limit, rootSpansOnly, orphanSpanAsRootSpan }: TraceSpansKey): string {
  return JSON.stringify([after, limit, rootSpansOnly, orphanSpanAsRootSpan]);
}
