import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps what is read in place when rows are put above it: the scroll position grows by their height.
 * At the very top nothing is corrected, so that new rows come into view there.
 */
export function useKeepPlace(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  rowHeight: number,
): void {
  const firstId = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const previous = firstId.current;
    firstId.current = rows[0]?.id;
    const element = scroller.current;
    if (!element || previous === undefined || previous === rows[0]?.id) return;
    if (element.scrollTop < rowHeight) return;
    const shift = rows.findIndex((row) => row.id === previous);
    if (shift > 0) element.scrollBy({ top: shift * rowHeight, behavior: 'instant' });
  }, [scroller, rows, rowHeight]);
}
