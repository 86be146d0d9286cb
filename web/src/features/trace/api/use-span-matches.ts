import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { buildQueryOptions, useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { FindFilter } from './find-filter.js';
import { SpanMatchesQuery } from './trace-query.js';

/** Waits until the cursor rests, like `useSpan`. */
const restMs = 90;

/** The spans of a whole trace that match, loaded or not. */
export interface SpanMatches {
  /** Undefined while they are being counted for the first time. */
  count: number | undefined;
  /** Which of them the selected span is, from 1; null if it does not match. */
  position: number | null;
  /** Returns the global ID of the next or previous one, which wraps around. */
  step: (direction: 'next' | 'previous') => Promise<string | undefined>;
}

/**
 * Counts the spans of a trace that match a filter, and goes through them from the selected one.
 * @param spanId the sender’s ID.
 * @param filter null to find nothing.
 */
export function useSpanMatches(
  traceId: string,
  spanId: string | undefined,
  filter: FindFilter | null,
): SpanMatches {
  const queryClient = useQueryClient();
  const [restingId] = useDebouncedValue(spanId, restMs, { leading: true });
  const toVariables = (id: string | undefined) => ({
    traceId,
    spanId: id ?? null,
    filter: filter?.filter ?? null,
    filterCondition: filter?.filterCondition ?? null,
  });
  const { data, isPrevious } = useGraphqlQuery(SpanMatchesQuery, toVariables(restingId), {
    enabled: filter !== null,
    keepPrevious: true,
  });
  const found = filter ? data?.getTraceByOtelId?.spanMatches : undefined;
  return {
    count: found?.count,
    position: (!isPrevious && restingId === spanId ? found?.position : undefined) ?? null,
    async step(direction) {
      if (!filter) return undefined;
      const options = buildQueryOptions(SpanMatchesQuery, toVariables(spanId));
      const answer = await settleRequest(queryClient.query({ ...options, staleTime: 60_000 }));
      return answer.data?.getTraceByOtelId?.spanMatches[direction]?.id;
    },
  };
}
