import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../common/loaders.js';
import { TraceDetailsQueries } from './trace-details.queries.js';
import { TraceTree } from './trace-tree.js';

/** The light tree of a trace by its trace id. */
@Injectable()
export class TraceTreesLoader implements BatchLoader<string, TraceTree> {
  constructor(private readonly queries: TraceDetailsQueries) {}

  async batch(traceIds: readonly string[]): Promise<TraceTree[]> {
    const spans = Map.groupBy(await this.queries.trees(traceIds), (span) => span.traceId);
    return traceIds.map((traceId) => new TraceTree(spans.get(traceId) ?? []));
  }
}
