import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type Trace, toTrace } from './trace.type.js';
import { TracesQueries } from '../traces.queries.js';
import { TracesService } from '../traces.service.js';

/** Traces by the sender's trace id. */
@Injectable()
export class TracesLoader implements BatchLoader<string, Trace | null> {
  constructor(private readonly queries: TracesQueries) {}

  async batch(traceIds: readonly string[]): Promise<(Trace | null)[]> {
    const rows = await this.queries.findByTraceIds(traceIds);
    return inOrderOf(traceIds, rows.map(toTrace), (trace) => trace.traceId);
  }
}

/** Traces by global id or the sender's trace id. */
@Injectable()
export class NamedTracesLoader implements BatchLoader<string, Trace | null> {
  constructor(private readonly traces: TracesService) {}

  async batch(identifiers: readonly string[]): Promise<(Trace | null)[]> {
    const rows = await this.traces.findAll(identifiers);
    return rows.map((row) => row && toTrace(row));
  }
}
