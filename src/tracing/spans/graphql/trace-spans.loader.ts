import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import type { SortedRow } from '../../../kernel/pagination/keyset-sort.js';
import type { SpanRow } from '../span.entity.js';
import type { SpanOfTraceFilter } from '../spans.filters.js';
import {
  MAX_ANCESTORS,
  type MatchesRow,
  type SpanOfTracePage,
  type TimeBinRow,
  TraceSpansQueries,
} from '../trace-spans.queries.js';
import { type Span, toSpan } from './span.type.js';

interface FilteredKey {
  traceId: string;
  filter: SpanOfTraceFilter;
  /** The text of the condition in `filter`. */
  filterCondition: string | null;
}

type PageKey = FilteredKey & SpanOfTracePage;

interface MatchesKey extends FilteredKey {
  /** The sender's ID. */
  spanId: string | null;
}

interface AncestorsKey {
  traceId: string;
  /** The senders' IDs. */
  spanIds: readonly string[];
}

interface TimeBinsKey {
  traceId: string;
  bins: number;
}

/** Loads what is asked of the spans of traces. Traces that are asked the same share a query. */
@Injectable()
export class TraceSpansLoaders {
  constructor(private readonly queries: TraceSpansQueries) {}

  readonly page = shared<PageKey, (SpanRow & SortedRow)[]>(
    (traceIds, key) => this.queries.list(traceIds, key),
    ({ limit }) => limit,
  );

  readonly matches = shared<MatchesKey, MatchesRow[]>((traceIds, { filter, spanId }) =>
    this.queries.findMatches(traceIds, filter, spanId),
  );

  readonly ancestors: BatchLoader<AncestorsKey, Span[]> = mapped(
    shared<AncestorsKey, SpanRow[]>(
      (traceIds, { spanIds }) => this.queries.findAncestors(traceIds, spanIds),
      () => MAX_ANCESTORS,
    ),
    (rows) => rows.map(toSpan),
  );

  readonly timeBins = shared<TimeBinsKey, TimeBinRow[]>(
    (traceIds, { bins }) => this.queries.countByTime(traceIds, bins),
    ({ bins }) => bins,
  );
}

/**
 * Creates a loader of the rows of each trace. The other fields of its keys must have a form in JSON
 * if they are not functions.
 */
function shared<K extends { traceId: string }, Rows extends { traceId: string }[]>(
  read: (traceIds: string[], sample: K) => Promise<Rows>,
  rowsOf: (sample: K) => number = () => 1,
): BatchLoader<K, Rows> {
  return {
    cacheKey: (key) => JSON.stringify(key),
    batch: (keys) =>
      loadInGroups(
        keys,
        ({ traceId: _traceId, ...asked }) => JSON.stringify(asked),
        async (group, sample) => {
          const traceIds = group.map(({ traceId }) => traceId);
          const byTrace = Map.groupBy(await read(traceIds, sample), (row) => row.traceId);
          return traceIds.map((traceId) => (byTrace.get(traceId) ?? []) as Rows);
        },
        rowsOf,
      ),
  };
}

function mapped<K, A, B>(loader: BatchLoader<K, A>, map: (value: A) => B): BatchLoader<K, B> {
  return {
    ...loader,
    batch: async (keys) =>
      (await loader.batch(keys)).map((value) => (value instanceof Error ? value : map(value))),
  };
}
