import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { getDocumentKey } from '../../../lib/data/query-client.js';
import type { FindFilter } from './find-filter.js';
import { readAncestors } from './read-spans.js';
import { findDetached } from './span-runs.js';
import { type SpanPage, TraceSpansQuery, type TreeSpan } from './trace-query.js';

/** The number of matching spans to load at a time. */
const PAGE_SIZE = 200;

/** The spans of a trace that match, and those above them. */
export interface FoundSpans {
  spans: readonly TreeSpan[];
  /** The global IDs of those that match. */
  hits: ReadonlySet<string>;
  hasMore: boolean;
  isLoading: boolean;
  error: RequestError | undefined;
  loadMore: () => void;
  /** Requests again what could not be loaded. */
  retry: () => void;
}

interface FoundPage {
  page: SpanPage;
  ancestors: readonly TreeSpan[];
}

/** Finds the spans of a whole trace that match, page by page; null if `filter` is null. */
export function useFoundSpans(traceId: string, filter: FindFilter | null): FoundSpans | null {
  const { data, error, hasNextPage, isFetching, isError, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [...getDocumentKey(TraceSpansQuery), traceId, filter],
      queryFn: ({ pageParam, signal }) => readFound(traceId, filter, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: ({ page }: FoundPage) =>
        page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null,
      enabled: filter !== null,
      // The tree keeps what it shows while the next letters are typed.
      placeholderData: keepPreviousData,
      gcTime: 0,
    });
  const pages = filter ? data?.pages : undefined;
  const found = useMemo(() => {
    const hits = (pages ?? []).flatMap(({ page }) => page.edges.map(({ node }) => node));
    const above = (pages ?? []).flatMap(({ ancestors }) => ancestors);
    return { spans: [...hits, ...above], hits: new Set(hits.map(({ id }) => id)) };
  }, [pages]);
  if (!filter) return null;
  return {
    ...found,
    hasMore: hasNextPage,
    isLoading: isFetching,
    error: error ?? undefined,
    loadMore: () => {
      if (hasNextPage && !isFetching && !isError) void fetchNextPage();
    },
    retry: () => void refetch(),
  };
}

async function readFound(
  traceId: string,
  filter: FindFilter | null,
  after: string | null,
  signal: AbortSignal,
): Promise<FoundPage> {
  const variables = { traceId, first: PAGE_SIZE, after, dir: 'asc' as const, ...filter };
  const { getTraceByOtelId } = await sendDocument(TraceSpansQuery, variables, { signal });
  // A trace can be deleted while it is shown.
  const page = getTraceByOtelId?.spans ?? {
    edges: [],
    pageInfo: { hasNextPage: false, endCursor: null },
  };
  const spans = page.edges.map(({ node }) => node);
  const known = new Set(spans.map(({ spanId }) => spanId));
  return { page, ancestors: await readAncestors(traceId, findDetached(spans, known), signal) };
}
