import type { AnyVariables, TypedDocumentNode } from '@urql/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { askExactly, type ExactAnswer } from './exact-client.js';

interface ExactQuery<Data> extends ExactAnswer<Data> {
  /** Asks again; what is there stays until the answer comes. */
  reload: () => void;
}

/**
 * Asks the server for payloads, without changing a number in them. What came for other variables is
 * never shown.
 */
export function useExactQuery<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): ExactQuery<Data> {
  const key = JSON.stringify(variables);
  const [state, setState] = useState<{ key: string; answer: ExactAnswer<Data> }>();
  const run = useRef(0);
  const ask = useCallback(() => {
    run.current += 1;
    const mine = run.current;
    void askExactly(document, JSON.parse(key) as Variables).then((answer) => {
      if (run.current === mine) setState({ key, answer });
    });
  }, [document, key]);
  useEffect(() => {
    ask();
    return () => {
      run.current += 1;
    };
  }, [ask]);
  const answer = state?.key === key ? state.answer : undefined;
  return { data: answer?.data, error: answer?.error, reload: ask };
}
