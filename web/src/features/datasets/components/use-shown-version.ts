import { useCallback, useEffect, useRef, useState } from 'react';

interface ShownVersion {
  /** Whether a newer version exists than the one in the list. */
  isBehind: boolean;
  /** Loads the newest version. */
  catchUp: () => void;
  /** Accepts a change made on this page, so that it is not announced as new. */
  onChanged: (newestVersion?: string) => void;
}

/**
 * Determines which version the list of examples shows. Changes by others do not move what you read:
 * they are announced, and loaded on request, or at once if the list is empty.
 */
export function useShownVersion(
  newestVersion: string | undefined,
  isEmpty: boolean,
  reread: () => void,
  refresh: () => void,
): ShownVersion {
  const [shown, setShown] = useState(newestVersion);
  const isBehind = newestVersion !== shown;
  const catchUp = useCallback(() => {
    setShown(newestVersion);
    reread();
  }, [newestVersion, reread]);
  // An empty list has nothing that could move.
  if (isBehind && isEmpty) setShown(newestVersion);
  const last = useRef(shown);
  useEffect(() => {
    if (last.current !== shown && isEmpty) reread();
    last.current = shown;
  }, [shown, isEmpty, reread]);

  const onChanged = useCallback(
    (made?: string) => {
      if (made !== undefined) setShown(made);
      reread();
      refresh();
    },
    [reread, refresh],
  );
  return { isBehind, catchUp, onChanged };
}
