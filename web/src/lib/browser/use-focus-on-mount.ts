import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it replaces the one the user clicked. */
export function useFocusOnMount<T extends HTMLElement>(isWanted = true): RefObject<T | null> {
  const ref = useRef<T>(null);
  const wanted = useRef(isWanted);
  useEffect(() => {
    if (wanted.current) ref.current?.focus();
  }, []);
  return ref;
}
