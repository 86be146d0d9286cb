import { useCallback, useEffect, useRef, useState } from 'react';

interface ShownVersion {
  /** A newer version is there than the one the list was read at. */
  isBehind: boolean;
  /** Reads the newest one. */
  catchUp: () => void;
  /** Takes in a change made here, so that nobody is told of their own. */
  onChanged: (newestVersion?: string) => void;
}

/**
 * Which version the list of examples shows. Changes of others do not move what is read: they are
 * announced, and come in when they are wanted, or at once where there is nothing to be read yet.
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
  // Nothing is moved where there is nothing yet.
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
