import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups, sortByKeys } from '../../../kernel/graphql/loaders.js';
import { toSpanKind } from '../../spans/graphql/span.type.js';
import { SpansOfTracesQueries } from '../../spans/spans-of-traces.queries.js';
import { parseEvents } from '../../spans/stored-event.js';
import type { KeysetPage } from '../../../kernel/pagination/keyset-sort.js';
import { type SessionKey, toSessionText } from '../../../spans/session-key.js';
import type { TraceEntity } from '../trace.entity.js';
import { TracesService } from '../traces.service.js';
import { type ErrorTypeCount, type SpanKindCount, toTrace, type Trace } from './trace.type.js';

/** A page of the traces of one session, sorted by start. */
interface SessionTracesKey extends SessionKey {
  after: string | null;
  first: number;
}

/** Loads traces, and counts of their spans. */
@Injectable()
export class TracesLoaders {
  constructor(
    private readonly traces: TracesService,
    private readonly spans: SpansOfTracesQueries,
  ) {}

  /** By the sender's trace ID. */
  readonly byTraceId: BatchLoader<string, Trace | null> = {
    batch: async (traceIds) => {
      const traces = (await this.traces.findByTraceIds(traceIds)).map(toTrace);
      return sortByKeys(traceIds, traces, (trace) => trace.traceId);
    },
  };

  /** By global ID or by the sender's trace ID. */
  readonly byIdentifier: BatchLoader<string, Trace | null> = {
    batch: async (identifiers) => {
      const rows = await this.traces.findAll(identifiers);
      return rows.map((row) => row && toTrace(row));
    },
  };

  /** Sessions with the same page arguments share a query. */
  readonly pageOfSession: BatchLoader<SessionTracesKey, KeysetPage<TraceEntity>> = {
    cacheKey: ({ after, first, ...key }) => JSON.stringify([toSessionText(key), after, first]),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ after, first }) => JSON.stringify([after, first]),
        async (group, { after, first }) => {
          const { rows, cursorOf } = await this.traces.listPagesBySession(group, {
            order: { col: 'startTime', dir: 'asc' },
            start: { after },
            limit: first,
          });
          const bySession = Map.groupBy(rows, toSessionText);
          return group.map((key) => ({ rows: bySession.get(toSessionText(key)) ?? [], cursorOf }));
        },
        ({ first }) => first,
      ),
  };

  /** Counts the spans of a trace by kind, most frequent kind first. */
  readonly kindCounts: BatchLoader<string, SpanKindCount[]> = {
    batch: async (traceIds) => {
      const rows = Map.groupBy(await this.spans.countKinds(traceIds), (row) => row.traceId);
      return traceIds.map((traceId) =>
        (rows.get(traceId) ?? []).map(({ kind, count }) => ({ spanKind: toSpanKind(kind), count })),
      );
    },
  };

  /** Counts the failed spans of a trace by type of exception, most frequent type first. */
  readonly errorTypes: BatchLoader<string, ErrorTypeCount[]> = {
    isLarge: true,
    batch: async (traceIds) => {
      const rows = Map.groupBy(await this.spans.readFailures(traceIds), (row) => row.traceId);
      return traceIds.map((traceId) => countErrorTypes(rows.get(traceId) ?? []));
    },
  };
}

function countErrorTypes(failures: readonly { events: string | null }[]): ErrorTypeCount[] {
  const counts = new Map<string | null, number>();
  for (const { events } of failures) {
    const type = readExceptionType(events);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts]
    .map(([exceptionType, count]) => ({ exceptionType, count }))
    .toSorted((a, b) => b.count - a.count);
}

/** Returns the type of the first exception that a span recorded. */
function readExceptionType(events: string | null): string | null {
  const exception = parseEvents(events, '').find((event) => event.name === 'exception');
  const type = exception?.attributes['exception.type'];
  return typeof type === 'string' ? type : null;
}
