import type { AnyVariables, TypedDocumentNode } from '@urql/core';
import { useCallback, useEffect, useRef } from 'react';
import { useClient } from 'urql';
import { usePoll } from './use-poll.js';

const INTERVAL_MS = 2000;

/**
 * Asks a cheap question every two seconds and tells when the answer changes. The first answer is only
 * remembered. A server that does not answer is asked again in silence.
 */
export function useChanges<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  enabled: boolean,
  onChange: () => void,
): void {
  const client = useClient();
  const known = useRef<{ key: string; answer: string } | undefined>(undefined);
  const key = JSON.stringify(variables);

  const ask = useCallback(async () => {
    const { data } = await client
      .query(document, JSON.parse(key) as Variables, { requestPolicy: 'network-only' })
      .toPromise();
    if (data === undefined) return;
    const answer = JSON.stringify(data);
    const before = known.current?.key === key ? known.current.answer : undefined;
    known.current = { key, answer };
    if (before !== undefined && before !== answer) onChange();
  }, [client, document, key, onChange]);

  useEffect(() => {
    if (enabled) void ask();
  }, [enabled, ask]);
  usePoll(ask, INTERVAL_MS, enabled);
}
