import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { getOperationName, type TypedDocument } from './graphql-request.js';
import type { RequestError } from './request-error.js';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: RequestError;
  }
}

/** How often a page asks whether something has changed. */
export const POLL_INTERVAL_MS = 2000;

/** The one store of what the page has read. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // People see an error at once and can try again; a page that polls asks again anyway.
        retry: false,
        // A page changes because something was done or has arrived, not because its window got focus.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The server often runs on this very machine, which may be offline.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** The key of every query of a document: what it asks for, whatever the variables. */
export function getDocumentKey(document: TypedDocument<unknown, never>): QueryKey {
  return [...ALL_QUERIES, getOperationName(document)];
}

/** The key of all queries; lists have keys of their own. */
export const ALL_QUERIES: QueryKey = ['query'];
