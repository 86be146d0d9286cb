import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendDocument, type RequestOptions, type TypedDocument } from './graphql-request.js';
import { getDocumentKey } from './query-client.js';
import type { RequestError } from './request-error.js';

export interface QueryOptions extends Pick<RequestOptions, 'exact'> {
  /** Nothing is asked while this is false. */
  enabled?: boolean;
  /** Milliseconds for which a response is reused. By default, every page requests it again. */
  staleTime?: number;
  /** Milliseconds to keep an answer that is not shown; five minutes by default, 0 for exact ones. */
  gcTime?: number;
  /** Milliseconds between requests once there is an answer, while the page is visible. */
  refetchInterval?: number;
  /** Milliseconds after which a request that failed is repeated. By default it is not. */
  retryDelay?: number;
  /** Shows the answer for earlier variables until the new one arrives. Only for suggestions. */
  keepPrevious?: boolean;
  /** Stands for `variables` in the query key; needed where they are a function. */
  key?: unknown;
}

/** What a query has brought so far. */
export interface QueryAnswer<Data> {
  data: Data | undefined;
  /** Why there is no data. Data stays when asking for it again fails. */
  error: RequestError | undefined;
  /** The first answer is on its way. */
  isLoading: boolean;
  /** The data belong to earlier variables; see `keepPrevious`. */
  isPrevious: boolean;
  /** Asks again; the data stays until the answer arrives. */
  reload: () => void;
}

/** Variables, or a function where they depend on the time of asking, as for “the last hour”. */
export type VariablesSource<Variables> = Variables | (() => Variables);

/**
 * Asks the server when the page opens and again after every mutation. The request is canceled once
 * nothing on the page needs it.
 */
export function useGraphqlQuery<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: VariablesSource<Variables>,
  { key, exact, keepPrevious = false, refetchInterval, ...options }: QueryOptions = {},
): QueryAnswer<Data> {
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    // Payloads are large, and forms start from them: an old one must not be shown first.
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

/** Key and request of a query, for `useGraphqlQuery` and for reading ahead. */
export function buildQueryOptions<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: VariablesSource<Variables>,
  { key = variables, exact = false }: Pick<QueryOptions, 'key' | 'exact'> = {},
) {
  return {
    queryKey: [...getDocumentKey(document), key, ...(exact ? ['exact'] : [])],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      sendDocument(document, resolve(variables), { signal, exact }),
  };
}

/** The variables to send now. */
export function resolve<Variables>(variables: VariablesSource<Variables>): Variables {
  return typeof variables === 'function' ? (variables as () => Variables)() : variables;
}
