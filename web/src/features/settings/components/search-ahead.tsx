import { Button } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import type { List } from '../../../lib/data/use-pages.js';
import type { AuditRow } from '../api/audit-events.js';

/** The maximum number of pages to load automatically while there are few matches. */
const PAGES_AHEAD = 10;
/** With fewer rows, the table does not scroll, so it would not load more. */
export const FEW = 15;

/**
 * Keeps loading pages while there are few matches, because each page covers part of the log and may
 * contain none. After a few pages, the user decides whether to continue.
 */
export function useSearchAhead({
  status,
  rows,
  hasNextPage,
  isLoadingMore,
  loadAhead,
}: List<AuditRow>) {
  const pages = useRef(0);
  // Runs before the browser paints, so that “nothing” does not flash up between two pages.
  useLayoutEffect(() => {
    if (status !== 'ready') {
      pages.current = 0;
      return;
    }
    if (!hasNextPage || isLoadingMore || rows.length >= FEW || pages.current >= PAGES_AHEAD) return;
    pages.current += 1;
    loadAhead();
  }, [status, hasNextPage, isLoadingMore, rows.length, loadAhead]);
}

interface LookedThroughProps {
  isLooking: boolean;
  onMore: () => void;
}

/** Shown when the part of the log searched so far has no matches and there is an older part. */
export function SearchedSoFar({ isLooking, onMore }: LookedThroughProps) {
  return (
    <EmptyState
      icon={ScrollText}
      title={isLooking ? 'Searching the log…' : 'No matches so far'}
      action={
        <Button variant="default" loading={isLooking} onClick={onMore}>
          Search further back
        </Button>
      }
    >
      A shorter time range makes the search faster.
    </EmptyState>
  );
}
