import { isSpanRow, type Row } from './visible-rows.js';

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
    const index = findSpanRow(rows, Math.min(Math.max(to, 0), last), to < current ? -1 : 1);
    return index === -1 ? null : { type: 'move', index };
  };
  const shown = rows[current];
  const row = isSpanRow(shown) ? shown : undefined;
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
        ? move(rows.findIndex((other) => isSpanRow(other) && other.node === row.node.parent))
        : null;
    case 'Enter':
      return row ? { type: 'open', index: current } : null;
    default:
      return null;
  }
}

/** Returns the nearest span from a row on in a direction, or else in the other; -1 if there is none. */
function findSpanRow(rows: readonly Row[], index: number, direction: 1 | -1): number {
  for (const step of [direction, -direction]) {
    for (let at = index; at >= 0 && at < rows.length; at += step) {
      if (isSpanRow(rows[at])) return at;
    }
  }
  return -1;
}
