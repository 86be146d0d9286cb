import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { ResendMutation } from '../api/ingestion.js';

/** Which spans to send again: all that are kept, those with a reason, or these. */
export interface ResendChoice {
  reason?: string | undefined;
  ids?: readonly string[];
  /** How many there are, as far as known. */
  total: number;
}

export interface Resending {
  done: number;
  total: number;
}

/**
 * Sends spans again, step by step, until none is left or the user leaves the page.
 * @param onEnd is called once something may have changed.
 */
export function useResend(projectId: string, onEnd: () => void) {
  const [progress, setProgress] = useState<Resending>();
  const [send] = useGraphqlMutation(ResendMutation);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const run = useCallback(
    async ({ reason, ids, total }: ResendChoice) => {
      let [stored, refused] = [0, 0];
      let after: string | null = null;
      setProgress({ done: 0, total });
      do {
        const input = { projectId, reason, ids: ids && [...ids], after };
        const { data, error } = await send({ input });
        if (error) {
          notifications.show({ message: describeError(error).detail, color: 'red' });
          break;
        }
        const step = data.resendIngestionErrors;
        stored += step.storedCount;
        refused += step.refusedCount;
        after = step.endCursor;
        setProgress({ done: stored + refused, total: Math.max(total, stored + refused) });
      } while (after !== null && !isGone.current);
      setProgress(undefined);
      if (stored + refused > 0) notifications.show({ message: describeResult(stored, refused) });
      onEnd();
    },
    [projectId, send, onEnd],
  );
  const resend = useCallback((choice: ResendChoice) => void run(choice), [run]);
  return { resend, progress };
}

function describeResult(stored: number, refused: number): string {
  const good = `${formatPlural(stored, 'span')} stored`;
  if (refused === 0) return `${good}.`;
  const bad = `${formatPlural(refused, 'span')} refused again`;
  return stored === 0 ? `${bad}.` : `${good}, ${bad}.`;
}
