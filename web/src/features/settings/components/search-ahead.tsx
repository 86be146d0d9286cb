import { Button } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import type { List } from '../../../lib/data/use-pages.js';
import type { AuditRow } from '../api/audit-events.js';

/** Pages that are read automatically while there is little to show. */
const PAGES_AHEAD = 10;
/** Fewer rows do not fill the table, which loads more only when it scrolls. */
export const FEW = 15;

/**
 * Keeps reading while a search finds little: one page covers a part of the log and may contain no
 * matches. After a few pages, the reader decides whether to go on.
 */
export function useSearchAhead({
  status,
  rows,
  hasNextPage,
  isLoadingMore,
  loadMore,
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
    loadMore();
  }, [status, hasNextPage, isLoadingMore, rows.length, loadMore]);
}

interface LookedThroughProps {
  isLooking: boolean;
  onMore: () => void;
}

/** Shown when the newer part of the log has no matches and there is an older part. */
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
