import { hashKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TypedDocument } from './graphql-request.js';
import { POLL_INTERVAL_MS } from './query-client.js';
import { useGraphqlQuery } from './use-graphql-query.js';

/**
 * Sends a cheap query every two seconds, returns its result, and reports when it changes. Retries
 * silently if the server does not respond.
 */
export function useChanges<Data, Variables>(
  document: TypedDocument<Data, Variables>,
  variables: Variables,
  enabled: boolean,
  onChange: () => void,
): Data | undefined {
  const { data } = useGraphqlQuery(document, variables, {
    enabled,
    refetchInterval: POLL_INTERVAL_MS,
    retryDelay: POLL_INTERVAL_MS,
    // A result from an earlier visit may differ from the data this page has loaded.
    gcTime: 0,
  });
  const key = hashKey([variables]);
  const known = useRef<{ key: string; data: Data } | undefined>(undefined);
  useEffect(() => {
    if (data === undefined) return;
    const before = known.current;
    known.current = { key, data };
    // An unchanged result is the same object.
    if (before?.key === key && before.data !== data) onChange();
  }, [key, data, onChange]);
  return data;
}
