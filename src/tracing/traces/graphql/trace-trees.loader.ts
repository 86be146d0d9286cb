import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { TraceDetailsQueries } from '../trace-details.queries.js';
import { TraceTree } from '../trace-tree.js';

/** The light tree of a trace by its trace id. */
@Injectable()
export class TraceTreesLoader implements BatchLoader<string, TraceTree> {
  constructor(private readonly queries: TraceDetailsQueries) {}

  async batch(traceIds: readonly string[]): Promise<TraceTree[]> {
    const rows = await this.queries.trees(traceIds);
    return inOrderOf(traceIds, rows, (row) => row.traceId).map(
      (row) => new TraceTree(row?.spans ?? []),
    );
  }
}
