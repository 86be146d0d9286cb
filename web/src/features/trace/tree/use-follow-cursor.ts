import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { findFolded } from './rows.js';
import type { TraceTreeState } from './use-trace-tree.js';

interface Followed {
  /** Where each row is, by its key. */
  places: ReadonlyMap<string, number>;
  /** The key of the row under the cursor. */
  cursor: string | undefined;
  selectedId: string | undefined;
  /** A span to scroll to; a new object scrolls again. */
  goal: { id: string } | null;
}

/** Scrolls to the cursor and to goals, and reveals the selected span where it is hidden. */
export function useFollowCursor(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { rows, tree, hits, withInternal, reveal }: TraceTreeState,
  { places, cursor, selectedId, goal }: Followed,
): void {
  const { range } = virtualizer;
  const isShown = places.has(cursor ?? '');
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
}
