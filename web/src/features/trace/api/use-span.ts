import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useRef } from 'react';
import { useClient, useQuery } from 'urql';
import { SpanQuery } from './span-query.js';

/**
 * Waits until the cursor rests, so that holding an arrow key does not load every span it passes.
 */
const restMs = 90;

/** Loads the full span with a global ID. */
export function useSpan(id: string) {
  const [restingId] = useDebouncedValue(id, restMs, { leading: true });
  const [result, execute] = useQuery({ query: SpanQuery, variables: { id: restingId } });
  const retry = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  const current = restingId === id && !result.stale;
  const node = result.data?.node;
  return {
    span: current && node && 'spanId' in node && node.id === id ? node : undefined,
    /** The response has arrived, and there is no such span. */
    missing: current && node !== undefined && !('spanId' in node),
    error: current ? result.error : undefined,
    retry,
  };
}

/** Prefetches a span once the pointer rests on its row. */
export function usePrefetchSpan() {
  const client = useClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useCallback(
    (id: string | null) => {
      clearTimeout(timer.current);
      if (id === null) return;
      timer.current = setTimeout(() => {
        void client.query(SpanQuery, { id }).toPromise();
      }, restMs);
    },
    [client],
  );
}
