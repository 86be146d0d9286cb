import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendDocument, type RequestOptions, type TypedDocument } from './graphql-request.js';
import { getDocumentKey } from './query-client.js';
import type { RequestError } from './request-error.js';

export interface QueryOptions extends Pick<RequestOptions, 'exact'> {
  /** False to send no request. */
  enabled?: boolean;
  /** Milliseconds for which a response is reused. By default, every page requests it again. */
  staleTime?: number;
  /** Milliseconds to keep data that is not shown; five minutes by default, 0 for exact data. */
  gcTime?: number;
  /** Milliseconds between requests once there is data, while the page is visible. */
  refetchInterval?: number;
  /** Milliseconds after which a failed request is repeated. By default, it is not repeated. */
  retryDelay?: number;
  /** Shows the data for earlier variables until the new data arrives. Only for suggestions. */
  keepPrevious?: boolean;
  /** Replaces `variables` in the query key; required if they are a function. */
  key?: unknown;
}

/** The state of a query. */
export interface QueryAnswer<Data> {
  data: Data | undefined;
  /** The error if there is no data. If a reload fails, the old data stays. */
  error: RequestError | undefined;
  /** Whether the first data is still loading. */
  isLoading: boolean;
  /** Whether the data belongs to earlier variables; see `keepPrevious`. */
  isPrevious: boolean;
  /** Requests the data again; the old data stays until the new data arrives. */
  reload: () => void;
}

/** Variables, or a function if they depend on the current time, as for “the last hour”. */
export type VariablesSource<Variables> = Variables | (() => Variables);

/**
 * Queries the server when the page opens and after every mutation. Cancels the request once nothing on
 * the page needs it.
 */
export function useGraphqlQuery<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: VariablesSource<Variables>,
  { key, exact, keepPrevious = false, refetchInterval, ...options }: QueryOptions = {},
): QueryAnswer<Data> {
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    // Payloads are large, and forms start from them, so an old one must not be shown first.
    ...(exact ? { gcTime: 0 } : {}),
    ...options,
    ...buildQueryOptions(document, variables, { key, exact }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    retry: options.retryDelay !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined ? false : (refetchInterval ?? false)),
  });
  const reload = useCallback(() => void refetch(), [refetch]);
  return {
    data,
    error: data === undefined ? (error ?? undefined) : undefined,
    isLoading,
    isPrevious: isPlaceholderData,
    reload,
  };
}

/** Returns the key and the request of a query, for `useGraphqlQuery` and for prefetching. */
export function buildQueryOptions<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: VariablesSource<Variables>,
  { key = variables, exact = false }: Pick<QueryOptions, 'key' | 'exact'> = {},
) {
  return {
    queryKey: [...getDocumentKey(document), key, ...(exact ? ['exact'] : [])],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      sendDocument(document, resolveVariables(variables), { signal, exact }),
  };
}

/** Returns the variables to send now. */
export function resolveVariables<Variables>(variables: VariablesSource<Variables>): Variables {
  return typeof variables === 'function' ? (variables as () => Variables)() : variables;
}
