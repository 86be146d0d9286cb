import { type RefObject, useEffect, useRef } from 'react';

/** Puts the focus on an element that appears in the place of what was pressed. */
export function useFocusOnMount<T extends HTMLElement>(isWanted = true): RefObject<T | null> {
  const ref = useRef<T>(null);
  const wanted = useRef(isWanted);
  useEffect(() => {
    if (wanted.current) ref.current?.focus();
  }, []);
  return ref;
}
