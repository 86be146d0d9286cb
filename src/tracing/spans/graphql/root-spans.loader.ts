import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type Span, toSpan } from './span.type.js';
import { TraceDetailsQueries } from '../../traces/trace-details.queries.js';

/** The root span of a trace by its trace id. */
@Injectable()
export class RootSpansLoader implements BatchLoader<string, Span | null> {
  constructor(private readonly queries: TraceDetailsQueries) {}

  async batch(traceIds: readonly string[]): Promise<(Span | null)[]> {
    const rows = await this.queries.rootSpans(traceIds);
    return inOrderOf(traceIds, rows.map(toSpan), (span) => span.context.traceId);
  }
}
