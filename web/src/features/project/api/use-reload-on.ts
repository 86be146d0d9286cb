import { useEffect, useRef } from 'react';

/** Calls `reload` whenever `version` changes after the first render. */
export function useReloadOn(version: number, reload: () => void): void {
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    reload();
  }, [version, reload]);
}
