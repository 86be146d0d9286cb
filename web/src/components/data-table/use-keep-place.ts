import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps visible rows in place when rows are added above them, by scrolling down by their height. At
 * the very top it does nothing, so that new rows come into view.
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
