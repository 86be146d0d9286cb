import { useEffect, useMemo } from 'react';

/** The next page is loaded this many rows before the end. */
const AHEAD = 5;

/**
 * Returns functions that open the previous and the next row. Loads more rows shortly before the
 * end.
 */
export function useAdjacentRows<Row extends { id: string }>(
  rows: readonly Row[],
  openId: string | undefined,
  onOpen: (row: Row) => void,
  loadAhead?: () => void,
): { previous: (() => void) | undefined; next: (() => void) | undefined } {
  const index = openId === undefined ? -1 : rows.findIndex((row) => row.id === openId);
  useEffect(() => {
    if (index >= 0 && index >= rows.length - AHEAD) loadAhead?.();
  }, [index, rows.length, loadAhead]);
  return useMemo(() => {
    const [previous, next] = [rows[index - 1], rows[index + 1]];
    return {
      previous: index >= 0 && previous ? () => onOpen(previous) : undefined,
      next: index >= 0 && next ? () => onOpen(next) : undefined,
    };
  }, [rows, index, onOpen]);
}
