import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { RequestError } from '../../../lib/data/request-error.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import {
  SPAN_PAGE_SIZE,
  TraceProgressQuery,
  TraceQuery,
  TraceSpansQuery,
  type SpanPage,
  type TraceSummary,
  type TreeSpan,
} from './trace-query.js';

/** A trace with the spans loaded so far. */
export interface LoadedTrace {
  /** `null` if the trace does not exist; `undefined` while it loads. */
  trace: TraceSummary | null | undefined;
  /** In no particular order. Includes the root span even if its page is not loaded. */
  spans: readonly TreeSpan[];
  /** Spans of the loaded pages. */
  loadedCount: number;
  error: RequestError | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  /** The error of the last page that could not be loaded. */
  moreError: RequestError | undefined;
  /** Loads the next page, or all remaining pages if `all`. */
  loadMore: (all: boolean) => Promise<void>;
  /** Reloads a trace that is still growing. */
  refresh: () => void;
}

/** A trace may grow for some minutes after its last span. */
const growthMs = 5 * 60_000;

function isYoung(endTime: string): boolean {
  return Date.now() - Date.parse(endTime) < growthMs;
}

/**
 * Loads a trace by its OpenTelemetry ID, with its spans page by page. Keeps a growing trace up to
 * date as long as it fits one page. Mount once per trace, with a `key`.
 */
export function useTrace(traceId: string): LoadedTrace {
  const queryClient = useQueryClient();
  const { data, error, reload } = useGraphqlQuery(TraceQuery, { traceId, first: SPAN_PAGE_SIZE });
  const trace = data?.getTraceByOtelId;
  const first = trace?.spans;
  const moreKey = useMemo(() => ['spans that follow', traceId], [traceId]);
  const more = useInfiniteQuery({
    queryKey: moreKey,
    queryFn: ({ pageParam, signal }) => readSpans(traceId, pageParam, signal),
    initialPageParam: first?.pageInfo.endCursor ?? null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    // Read only on request, through `loadMore`.
    enabled: false,
    gcTime: 0,
  });
  const { data: extra, fetchNextPage } = more;

  const pages = useMemo(() => (first ? [first, ...(extra?.pages ?? [])] : []), [first, extra]);
  const spans = useMemo(() => {
    const loaded = pages.flatMap((page) => page.edges.map((edge) => edge.node));
    // Pages start with the newest spans, but the root span belongs at the top of the tree from the
    // start.
    const all = trace?.rootSpan ? [trace.rootSpan, ...loaded] : loaded;
    // Spans that arrive between two reads push others into the next page, so some appear twice.
    return [...new Map(all.map((span) => [span.id, span])).values()];
  }, [pages, trace]);
  const hasMore = pages.at(-1)?.pageInfo.hasNextPage ?? false;

  const loadMore = useCallback(
    async (all: boolean) => {
      const wanted = all ? Infinity : 1;
      for (let count = 0; count < wanted; count++) {
        const { hasNextPage, isError } = await fetchNextPage();
        if (!hasNextPage || isError) return;
      }
    },
    [fetchNextPage],
  );

  const refresh = useCallback(() => {
    void queryClient.resetQueries({ queryKey: moreKey });
    reload();
  }, [queryClient, moreKey, reload]);

  const whole = trace != null && !extra && !hasMore;
  // Later pages of a large trace must not disappear while the user reads them.
  useChanges(TraceProgressQuery, { traceId }, whole && isYoung(trace.endTime), refresh);

  return {
    trace,
    spans,
    loadedCount: pages.reduce((count, page) => count + page.edges.length, 0),
    error,
    hasMore,
    loadingMore: more.isFetching,
    moreError: more.error ?? undefined,
    loadMore,
    refresh,
  };
}

async function readSpans(
  traceId: string,
  after: string | null,
  signal: AbortSignal,
): Promise<SpanPage> {
  const variables = { traceId, first: SPAN_PAGE_SIZE, after: after ?? '' };
  const { getTraceByOtelId } = await sendDocument(TraceSpansQuery, variables, { signal });
  if (!getTraceByOtelId) throw new RequestError('The trace has been deleted.');
  return getTraceByOtelId.spans;
}
