import { getBranch, isFoldedRow, isSpanRow, type Row } from './rows.js';

/** The action of a key in the tree. */
export type TreeAction =
  | { type: 'move'; index: number }
  | { type: 'expand' | 'collapse' | 'open'; index: number };

/** The number of rows that PageUp and PageDown move. */
const pageRows = 12;

/**
 * Returns the action of a key when the cursor is on row `current` (-1 if nowhere), as in a file
 * tree: right opens and then enters, left collapses and then goes to the parent. Null if the key
 * does nothing.
 */
export function toTreeAction(
  key: string,
  rows: readonly Row[],
  current: number,
): TreeAction | null {
  const last = rows.length - 1;
  if (last < 0) return null;
  const move = (to: number): TreeAction | null => {
    const index = findRow(rows, Math.min(Math.max(to, 0), last), to < current ? -1 : 1);
    return index === -1 ? null : { type: 'move', index };
  };
  const shown = rows[current];
  const row = isSpanRow(shown) || isFoldedRow(shown) ? shown : undefined;
  switch (key) {
    case 'ArrowDown':
      return move(current + 1);
    case 'ArrowUp':
      return move(current - 1);
    case 'PageDown':
      return move(current + pageRows);
    case 'PageUp':
      return move(current - pageRows);
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'ArrowRight':
      if (!row || row.expanded === null) return null;
      return row.expanded ? move(current + 1) : { type: 'expand', index: current };
    case 'ArrowLeft':
      if (!row) return null;
      if (row.expanded) return { type: 'collapse', index: current };
      return row.depth > 0
        ? move(rows.slice(0, current).findLastIndex(({ depth }) => depth < row.depth))
        : null;
    case 'Enter':
      if (isFoldedRow(row)) return { type: row.expanded ? 'collapse' : 'expand', index: current };
      return row ? { type: 'open', index: current } : null;
    default:
      return null;
  }
}

/** Returns the nearest row without a gap in a direction, or else in the other; -1 if there is none. */
function findRow(rows: readonly Row[], index: number, direction: 1 | -1): number {
  for (const step of [direction, -direction]) {
    for (let at = index; at >= 0 && at < rows.length; at += step) {
      if (getBranch(rows[at])) return at;
    }
  }
  return -1;
}
