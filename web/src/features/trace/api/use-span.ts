import { useDebouncedValue } from '@mantine/hooks';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { buildQueryOptions, useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { POLL_INTERVAL_MS } from '../../../lib/data/query-client.js';
import { type DetailedSpan, SpanQuery } from './span-query.js';

/**
 * Waits until the cursor rests, so that holding an arrow key does not load every span it passes.
 */
const restMs = 90;

/** A stored span hardly ever changes. */
const staleTime = Infinity;

/** A span gets its cost about a second after it is stored. */
const pricingMs = 60_000;

/** Loads the full span with a global ID. */
export function useSpan(id: string) {
  const [restingId] = useDebouncedValue(id, restMs, { leading: true });
  const { data, error, reload } = useGraphqlQuery(SpanQuery, { id: restingId }, { staleTime });
  const current = restingId === id;
  const node = data?.node;
  const span = current && node && 'spanId' in node ? node : undefined;
  const isUnpriced = span !== undefined && waitsForCost(span);
  useEffect(() => {
    if (!isUnpriced) return undefined;
    const timer = setInterval(reload, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isUnpriced, reload]);
  return {
    span,
    /** The response has arrived: the span does not exist. */
    missing: current && node !== undefined && !('spanId' in node),
    error: current ? error : undefined,
    retry: reload,
  };
}

function waitsForCost(span: DetailedSpan): boolean {
  const { costSummary, costDetailSummaryEntries, endTime, startTime } = span;
  return (
    Boolean(costSummary?.total.tokens) &&
    costDetailSummaryEntries.length === 0 &&
    Date.now() - Date.parse(endTime ?? startTime) < pricingMs
  );
}

/** Loads a span ahead. A failure appears when the span is selected, which sends the query again. */
export function prefetchSpan(client: QueryClient, id: string) {
  return settleRequest(client.query({ ...buildQueryOptions(SpanQuery, { id }), staleTime }));
}

/** Prefetches a span once the pointer rests on its row. */
export function usePrefetchSpan() {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useCallback(
    (id: string | null) => {
      clearTimeout(timer.current);
      if (id === null) return;
      timer.current = setTimeout(() => {
        void prefetchSpan(queryClient, id);
      }, restMs);
    },
    [queryClient],
  );
}
