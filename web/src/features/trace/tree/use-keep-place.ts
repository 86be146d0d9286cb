import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Direction } from '../api/span-runs.js';
import { getRowKey, isSpanRow, type Row } from './rows.js';

/**
 * Keeps the spans in view where they are when others appear or disappear above them. Going up, this
 * is the lowest span in view, so that spans which load above it push the others away; otherwise the
 * highest.
 * @param rowHeight pixels.
 * @param headerHeight pixels of the scroll area that always stay covered.
 * @returns the direction in which the user scrolled last, and a function to call for each scroll.
 */
export function useKeepPlace(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  { rowHeight, headerHeight }: { rowHeight: number; headerHeight: number },
): { direction: RefObject<Direction>; onScroll: () => void } {
  const known = useRef(rows);
  const direction = useRef<Direction>('forward');
  const lastTop = useRef(0);

  useLayoutEffect(() => {
    const before = known.current;
    known.current = rows;
    const element = scroller.current;
    if (!element || before === rows || before.length === 0) return;
    const height = element.clientHeight - headerHeight;
    const first = Math.floor(element.scrollTop / rowHeight);
    const last = Math.floor((element.scrollTop + height) / rowHeight) - 1;
    const at =
      direction.current === 'backward'
        ? before.findLastIndex((row, index) => index <= last && isSpanRow(row))
        : before.findIndex((row, index) => index >= first && isSpanRow(row));
    const anchor = before[at];
    const now = anchor ? rows.findIndex((row) => getRowKey(row) === getRowKey(anchor)) : -1;
    if (now !== -1 && now !== at)
      element.scrollBy({ top: (now - at) * rowHeight, behavior: 'instant' });
    lastTop.current = element.scrollTop;
  }, [scroller, rows, rowHeight, headerHeight]);

  const onScroll = useCallback(() => {
    const top = scroller.current?.scrollTop ?? 0;
    if (top !== lastTop.current) {
      direction.current = top > lastTop.current ? 'forward' : 'backward';
    }
    lastTop.current = top;
  }, [scroller]);

  return { direction, onScroll };
}
