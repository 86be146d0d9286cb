import { Injectable } from '@nestjs/common';
import type { BatchLoader } from '../../../common/graphql/loaders.js';
import { parseEvents } from '../../spans/stored-event.js';
import { toSpanKind } from '../../spans/graphql/span-kind.type.js';
import type { ErrorTypeCount, SpanKindCount } from './trace-counts.type.js';
import { TraceDetailsQueries } from '../trace-details.queries.js';

/** Spans of a trace by kind, the most frequent first. */
@Injectable()
export class SpanKindCountsLoader implements BatchLoader<string, SpanKindCount[]> {
  constructor(private readonly queries: TraceDetailsQueries) {}

  async batch(traceIds: readonly string[]): Promise<SpanKindCount[][]> {
    const rows = Map.groupBy(await this.queries.kindCounts(traceIds), (row) => row.traceId);
    return traceIds.map((traceId) =>
      (rows.get(traceId) ?? []).map(({ kind, count }) => ({ spanKind: toSpanKind(kind), count })),
    );
  }
}

/** Failed spans of a trace by the type of their exception, the most frequent first. */
@Injectable()
export class ErrorTypesLoader implements BatchLoader<string, ErrorTypeCount[]> {
  constructor(private readonly queries: TraceDetailsQueries) {}

  async batch(traceIds: readonly string[]): Promise<ErrorTypeCount[][]> {
    const rows = Map.groupBy(await this.queries.failures(traceIds), (row) => row.traceId);
    return traceIds.map((traceId) => countTypes(rows.get(traceId) ?? []));
  }
}

function countTypes(failures: readonly { events: string | null }[]): ErrorTypeCount[] {
  const counts = new Map<string | null, number>();
  for (const { events } of failures) {
    const type = exceptionType(events);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts]
    .map(([exceptionType, count]) => ({ exceptionType, count }))
    .toSorted((a, b) => b.count - a.count);
}

/** The type of the first exception that a span recorded. */
function exceptionType(events: string | null): string | null {
  const exception = parseEvents(events, '').find((event) => event.name === 'exception');
  const type = exception?.attributes['exception.type'];
  return typeof type === 'string' ? type : null;
}
