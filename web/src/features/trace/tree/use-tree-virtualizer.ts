import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { findFolded, getRowKey } from './rows.js';
import type { TraceTreeState } from './use-trace-tree.js';

/** Rows that are rendered before they come into view. */
const overscan = 6;

interface TreeView {
  /** Pixels. */
  rowHeight: number;
  axisHeight: number;
  /** Where each row is, by its key. */
  places: ReadonlyMap<string, number>;
  /** The key of the row under the cursor. */
  cursor: string | undefined;
  selectedId: string | undefined;
  /** A span to scroll to; a new object scrolls again. */
  goal: { id: string } | null;
}

/** Renders only visible rows. Scrolls to the cursor and to goals, and reveals the selected span. */
export function useTreeVirtualizer(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, tree, hits, withInternal, reveal }: TraceTreeState,
  { rowHeight, axisHeight, places, cursor, selectedId, goal }: TreeView,
) {
  const current = places.get(cursor ?? '') ?? -1;
  // A new function would make the virtualizer measure all rows again, in each frame of scrolling.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? getRowKey(row) : index;
    },
    [rows],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    // The axis stays visible above the rows.
    scrollMargin: axisHeight,
    scrollPaddingStart: axisHeight,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    // The row under the cursor is always rendered, because the tree refers to it by its ID.
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      return current === -1 || inSight.includes(current)
        ? inSight
        : [...inSight, current].toSorted((a, b) => a - b);
    },
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const { range } = virtualizer;
  const isShown = current !== -1;
  const isSearch = hits !== null;
  const goalPlace = useMemo(
    () => goal && (places.get(goal.id) ?? findFolded(rows, tree.byId.get(goal.id))),
    [goal, places, rows, tree],
  );
  const latest = useRef({ places, range, reveal, goalPlace });
  useEffect(() => {
    latest.current = { places, range, reveal, goalPlace };
  });
  // Spans that load elsewhere must not move the tree back to the selected one.
  useEffect(() => {
    const place = latest.current.places.get(cursor ?? '');
    if (place === undefined) return;
    const { startIndex: from = -1, endIndex: to = -1 } = latest.current.range ?? {};
    const isNear = place >= from - 3 && place <= to + 3;
    virtualizer.scrollToIndex(place, { align: isNear ? 'auto' : 'center' });
  }, [virtualizer, cursor, isShown, isSearch]);
  const isLoaded = tree.byId.has(selectedId ?? '');
  // The selection was made outside the tree, the span has just loaded, or others are hidden now.
  useEffect(() => {
    if (selectedId === undefined || !isLoaded) return;
    if (!latest.current.places.has(selectedId)) latest.current.reveal(selectedId);
  }, [selectedId, isLoaded, isSearch, withInternal]);
  const isGoalShown = goalPlace != null;
  useEffect(() => {
    const place = latest.current.goalPlace;
    if (goal && place != null) virtualizer.scrollToIndex(place, { align: 'center' });
  }, [virtualizer, goal, isGoalShown]);
  return virtualizer;
}
