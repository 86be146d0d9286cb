import { useEffect, useEffectEvent } from 'react';

/** How long to wait for further changes, because people annotate in bursts. */
const REST_MS = 1000;

const listeners = new Set<() => void>();

/** Tells lists and summaries that annotations were saved or deleted on this page. */
export function announceAnnotationChange(): void {
  for (const notify of listeners) notify();
}

/** Calls a function shortly after annotations were saved or deleted on this page. */
export function useAnnotationChanges(onChange: () => void): void {
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = () => {
      clearTimeout(timer);
      timer = setTimeout(() => notify(), REST_MS);
    };
    listeners.add(listener);
    return () => {
      clearTimeout(timer);
      listeners.delete(listener);
    };
  }, []);
}
