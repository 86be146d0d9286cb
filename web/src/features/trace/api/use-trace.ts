import { useCallback, useMemo, useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { CombinedError } from 'urql';
import { useChanges } from '../../../lib/use-changes.js';
import type { TreeSpan } from '../tree/span-tree.js';
import { SPAN_PAGE_SIZE, TraceProgressQuery, TraceQuery, TraceSpansQuery } from './trace-query.js';
import type { SpanPage, TraceSummary } from './trace-query.js';

/** A trace with as many of its spans as were loaded. */
export interface LoadedTrace {
  /** `null`: the server knows no such trace. `undefined`: not known yet. */
  trace: TraceSummary | null | undefined;
  /** In no order; the root is among them even when its page is not loaded. */
  spans: readonly TreeSpan[];
  /** Spans of the loaded pages. */
  loadedCount: number;
  error: CombinedError | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  /** Why the last further page did not come. */
  moreError: CombinedError | undefined;
  /** Loads the next page, or with `all` every page that is left. */
  loadMore: (all: boolean) => Promise<void>;
  /** Asks the server anew, for traces that still grow. */
  refresh: () => void;
}

interface Extra {
  pages: readonly SpanPage[];
  loading: boolean;
  error: CombinedError | undefined;
}

const nothingExtra: Extra = { pages: [], loading: false, error: undefined };

/** A trace may still grow for some minutes after its last span. */
const growthMs = 5 * 60_000;

function isYoung(endTime: string): boolean {
  return Date.now() - Date.parse(endTime) < growthMs;
}

/**
 * Loads a trace by its OpenTelemetry id, its spans in pages. A trace that still grows is kept current as
 * long as it fits one page. Mount once per trace (give it a `key`).
 */
export function useTrace(traceId: string): LoadedTrace {
  const client = useClient();
  const [result, execute] = useQuery({
    query: TraceQuery,
    variables: { traceId, first: SPAN_PAGE_SIZE },
    // Spans may have arrived since it was last looked at.
    requestPolicy: 'cache-and-network',
  });
  const [extra, setExtra] = useState<Extra>(nothingExtra);
  const trace = result.data?.getTraceByOtelId;

  const pages = useMemo(() => (trace ? [trace.spans, ...extra.pages] : []), [trace, extra.pages]);
  const loadedCount = pages.reduce((count, page) => count + page.edges.length, 0);
  const spans = useMemo(() => {
    const loaded = pages.flatMap((page) => page.edges.map((edge) => edge.node));
    // Pages begin with the newest spans; the root belongs on top of the tree from the start.
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
  // Later pages of a large trace are not thrown away under the reader's eyes.
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
