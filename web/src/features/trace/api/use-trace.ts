import { useCallback, useMemo, useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { CombinedError } from 'urql';
import { useChanges } from '../../../lib/use-changes.js';
import type { TreeSpan } from '../tree/span-tree.js';
import { SPAN_PAGE_SIZE, TraceProgressQuery, TraceQuery, TraceSpansQuery } from './trace-query.js';
import type { SpanPage, TraceSummary } from './trace-query.js';

/** A trace with the spans loaded so far. */
export interface LoadedTrace {
  /** `null` if the trace does not exist; `undefined` while it loads. */
  trace: TraceSummary | null | undefined;
  /** In no particular order. Includes the root span even if its page is not loaded. */
  spans: readonly TreeSpan[];
  /** Spans of the loaded pages. */
  loadedCount: number;
  error: CombinedError | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  /** Why the last page could not be loaded. */
  moreError: CombinedError | undefined;
  /** Loads the next page, or all remaining pages if `all`. */
  loadMore: (all: boolean) => Promise<void>;
  /** Reloads a trace that is still growing. */
  refresh: () => void;
}

interface Extra {
  pages: readonly SpanPage[];
  loading: boolean;
  error: CombinedError | undefined;
}

const nothingExtra: Extra = { pages: [], loading: false, error: undefined };

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
  const client = useClient();
  const [result, execute] = useQuery({
    query: TraceQuery,
    variables: { traceId, first: SPAN_PAGE_SIZE },
    // Spans may have arrived since it was last shown.
    requestPolicy: 'cache-and-network',
  });
  const [extra, setExtra] = useState<Extra>(nothingExtra);
  const trace = result.data?.getTraceByOtelId;

  const pages = useMemo(() => (trace ? [trace.spans, ...extra.pages] : []), [trace, extra.pages]);
  const loadedCount = pages.reduce((count, page) => count + page.edges.length, 0);
  const spans = useMemo(() => {
    const loaded = pages.flatMap((page) => page.edges.map((edge) => edge.node));
    // Pages start with the newest spans, but the root span belongs at the top of the tree from the
    // start.
    const root = trace?.rootSpan;
    return root && !loaded.some((span) => span.id === root.id) ? [root, ...loaded] : loaded;
  }, [pages, trace]);
  const last = pages.at(-1)?.pageInfo;

  const loadMore = useCallback(
    async (all: boolean) => {
      let after = last?.hasNextPage ? last.endCursor : null;
      setExtra((now) => ({ ...now, loading: true, error: undefined }));
      while (after) {
        const variables = { traceId, first: SPAN_PAGE_SIZE, after };
        const { data, error } = await client.query(TraceSpansQuery, variables).toPromise();
        const page = data?.getTraceByOtelId?.spans;
        if (error || !page) {
          setExtra((now) => ({ ...now, error }));
          break;
        }
        setExtra((now) => ({ ...now, pages: [...now.pages, page] }));
        after = all && page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      }
      setExtra((now) => ({ ...now, loading: false }));
    },
    [client, last, traceId],
  );

  const refresh = useCallback(() => {
    setExtra(nothingExtra);
    execute({ requestPolicy: 'network-only' });
  }, [execute]);

  const whole = trace != null && extra.pages.length === 0 && !last?.hasNextPage;
  // Later pages of a large trace must not disappear while the user reads them.
  useChanges(TraceProgressQuery, { traceId }, whole && isYoung(trace.endTime), refresh);

  return {
    trace,
    spans,
    loadedCount,
    error: result.error,
    hasMore: last?.hasNextPage ?? false,
    loadingMore: extra.loading,
    moreError: extra.error,
    loadMore,
    refresh,
  };
}
