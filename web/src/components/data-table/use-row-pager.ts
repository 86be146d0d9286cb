import { useEffect, useMemo } from 'react';

/** Rows before the end at which the page that follows is asked for. */
const AHEAD = 5;

/** Leads to the rows around the one that is open, and reads on before the end is reached. */
export function usePagerOf<Row extends { id: string }>(
  rows: readonly Row[],
  openId: string | undefined,
  onOpen: (row: Row) => void,
  loadMore: () => void,
): { previous: (() => void) | undefined; next: (() => void) | undefined } {
  const index = openId === undefined ? -1 : rows.findIndex((row) => row.id === openId);
  useEffect(() => {
    if (index >= 0 && index >= rows.length - AHEAD) loadMore();
  }, [index, rows.length, loadMore]);
  return useMemo(() => {
    const [previous, next] = [rows[index - 1], rows[index + 1]];
    return {
      previous: index >= 0 && previous ? () => onOpen(previous) : undefined,
      next: index >= 0 && next ? () => onOpen(next) : undefined,
    };
  }, [rows, index, onOpen]);
}
