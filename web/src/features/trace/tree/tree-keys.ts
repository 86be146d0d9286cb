import type { TreeRow } from './visible-rows.js';

/** The action of a key in the tree. */
export type TreeAction =
  { type: 'move'; index: number } | { type: 'expand' | 'collapse' | 'open'; index: number };

/** The number of rows that PageUp and PageDown move. */
const pageRows = 12;

/**
 * Returns the action of a key when the cursor is on row `current` (-1 if nowhere), as in a file
 * tree: right opens and then enters, left collapses and then goes to the parent. Null if the key
 * does nothing.
 */
export function toTreeAction(
  key: string,
  rows: readonly TreeRow[],
  current: number,
): TreeAction | null {
  const last = rows.length - 1;
  if (last < 0) return null;
  const move = (index: number): TreeAction => ({
    type: 'move',
    index: Math.min(Math.max(index, 0), last),
  });
  const row = rows[current];
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
      return row.node.parent
        ? move(rows.findIndex((other) => other.node === row.node.parent))
        : null;
    case 'Enter':
      return row ? { type: 'open', index: current } : null;
    default:
      return null;
  }
}
