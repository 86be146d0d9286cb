import { Button } from '@mantine/core';
import { ScrollText } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import type { List } from '../../../lib/use-list.js';
import type { AuditRow } from '../api/audit-events.js';

/** Pages that are read by themselves while there is little to show. */
const PAGES_AHEAD = 10;
/** So few rows do not fill the table, which asks for more only when it is scrolled. */
export const FEW = 15;

/**
 * Looks on while a search finds little: a page of it is a part of the log that was looked through, and
 * may hold nothing. After some pages it is left to the reader.
 */
export function useLookingOn({
  status,
  rows,
  hasNextPage,
  isLoadingMore,
  loadMore,
}: List<AuditRow>) {
  const pages = useRef(0);
  // Before the browser draws, so that it does not say “nothing” between two pages.
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

/** Nothing was found in the newer part of the log, and there is an older one. */
export function LookedThrough({ isLooking, onMore }: LookedThroughProps) {
  return (
    <EmptyState
      icon={ScrollText}
      title={isLooking ? 'Looking through the log…' : 'Nothing found so far'}
      action={
        <Button variant="default" loading={isLooking} onClick={onMore}>
          Look further back
        </Button>
      }
    >
      A shorter time range is looked through sooner.
    </EmptyState>
  );
}
