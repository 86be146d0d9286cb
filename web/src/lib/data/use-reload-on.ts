import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `reload` whenever `version` changes after the first render.
 * @param restMs the shortest time between two calls, for what is expensive to read.
 */
export function useReloadOn(version: number, reload: () => void, restMs = 0): void {
  const onReload = useEffectEvent(reload);
  const seen = useRef(version);
  const nextAt = useRef(0);
  useEffect(() => {
    if (seen.current === version) return undefined;
    const run = () => {
      seen.current = version;
      nextAt.current = Date.now() + restMs;
      onReload();
    };
    const wait = nextAt.current - Date.now();
    if (wait <= 0) {
      run();
      return undefined;
    }
    // A further change does not postpone it.
    const timer = setTimeout(run, wait);
    return () => clearTimeout(timer);
  }, [version, restMs]);
}
