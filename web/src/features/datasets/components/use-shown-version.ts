import { useCallback, useEffect, useRef, useState } from 'react';

interface ShownVersion {
  /** Whether a newer version exists than the one in the list. */
  isBehind: boolean;
  /** Loads the newest version. */
  catchUp: () => void;
  /** Called after a change on this page, so that it is not announced as new. */
  onChanged: (newestVersion?: string) => void;
}

/**
 * Determines which version the list of examples shows. Changes by others are announced, and loaded
 * on request, so that the rows you are reading do not move. An empty list loads them at once.
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
  // An empty list has no rows that could move.
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
