import { hashKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TypedDocument } from './graphql-request.js';
import { POLL_INTERVAL_MS } from './query-client.js';
import { useGraphqlQuery } from './use-graphql-query.js';

/**
 * Asks a cheap question every two seconds, gives its answer, and tells when it changes. A server that
 * does not answer is asked again in silence.
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
    // An answer of an earlier visit says nothing about what this page has read.
    gcTime: 0,
  });
  const key = hashKey([variables]);
  const known = useRef<{ key: string; data: Data } | undefined>(undefined);
  useEffect(() => {
    if (data === undefined) return;
    const before = known.current;
    known.current = { key, data };
    // An answer that says the same is the same object.
    if (before?.key === key && before.data !== data) onChange();
  }, [key, data, onChange]);
  return data;
}
