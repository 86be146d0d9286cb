import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { getOperationName, type TypedDocument } from './graphql-request.js';
import type { RequestError } from './request-error.js';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: RequestError;
  }
}

/** Milliseconds between two checks for changes. */
export const POLL_INTERVAL_MS = 2000;

/** Creates the cache for everything that the app reads. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Users see an error at once and can try again; pages that poll try again anyway.
        retry: false,
        // A page must not move just because its window got the focus.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The server often runs on the same machine, which may be offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Returns the start of the keys of all queries that send a document, whatever the variables. */
export function getDocumentKey(document: TypedDocument<unknown, never>): QueryKey {
  return [...ALL_QUERIES, getOperationName(document)];
}

/** The start of the keys of all queries except lists. */
export const ALL_QUERIES: QueryKey = ['query'];
