import { useCallback, useEffect, useRef, useState } from 'react';
import { RequestError } from '../../../lib/data/request-error.js';

/** Reads something from the server. */
type Task<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs readings that add to what is shown, and reports whether any is running and the error of the
 * last one. Cancels them when the component unmounts.
 */
export function useReading() {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<RequestError>();
  const count = useRef(0);
  const controller = useRef(new AbortController());
  useEffect(() => {
    const current = new AbortController();
    controller.current = current;
    return () => current.abort();
  }, []);

  const run = useCallback(
    async <T>(task: Task<T>, when?: 'unless busy'): Promise<T | undefined> => {
      if (when && count.current > 0) return undefined;
      const { signal } = controller.current;
      count.current += 1;
      setRunning(true);
      try {
        const result = await task(signal);
        setError(undefined);
        return result;
      } catch (problem) {
        if (!signal.aborted) setError(RequestError.from(problem));
        return undefined;
      } finally {
        count.current -= 1;
        setRunning(count.current > 0);
      }
    },
    [],
  );
  return { run, isRunning, error };
}
