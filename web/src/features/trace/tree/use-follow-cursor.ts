import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useMemo } from 'react';
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
  const place = places.get(cursor ?? '');
  const isShown = place !== undefined;
  const isSearch = hits !== null;
  const scrollToCursor = useEffectEvent(() => {
    if (place === undefined) return;
    const { startIndex: from = -1, endIndex: to = -1 } = range ?? {};
    const isNear = place >= from - 3 && place <= to + 3;
    virtualizer.scrollToIndex(place, { align: isNear ? 'auto' : 'center' });
  });
  // Spans that load elsewhere must not move the tree back to the selected one.
  useEffect(() => scrollToCursor(), [virtualizer, cursor, isShown, isSearch]);

  const isLoaded = tree.byId.has(selectedId ?? '');
  const revealSelected = useEffectEvent(() => {
    if (selectedId !== undefined && !places.has(selectedId)) reveal(selectedId);
  });
  // The selection was made outside the tree, the span has just loaded, or others are hidden now.
  useEffect(() => {
    if (isLoaded) revealSelected();
  }, [selectedId, isLoaded, isSearch, withInternal]);

  const goalPlace = useMemo(
    () => goal && (places.get(goal.id) ?? findFolded(rows, tree.byId.get(goal.id))),
    [goal, places, rows, tree],
  );
  const isGoalShown = goalPlace != null;
  const scrollToGoal = useEffectEvent(() => {
    if (goalPlace != null) virtualizer.scrollToIndex(goalPlace, { align: 'center' });
  });
  useEffect(() => scrollToGoal(), [virtualizer, goal, isGoalShown]);
}
