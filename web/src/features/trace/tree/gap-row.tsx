import { Loader } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { GapRow } from './rows.js';
import classes from './tree-row.module.css';

interface GapRowViewProps {
  row: GapRow;
  /** Pixels. */
  top: number;
  height: number;
  /** Whether it loads by itself; otherwise, a click loads it. */
  isAutomatic: boolean;
}

/** A place in the tree whose spans are not loaded yet. */
export function GapRowView({ row, top, height, isAutomatic }: GapRowViewProps) {
  return (
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-disabled={isAutomatic}
      aria-selected={false}
      className={classes.row}
      data-gap
      data-row={row.key}
      style={{ '--depth': row.depth, height, transform: `translateY(${top}px)` } as CSSProperties}
    >
      <span className={classes.guides} aria-hidden />
      <span className={classes.gap}>
        {isAutomatic ? <Loader size={12} color="gray" aria-hidden /> : null}
        {isAutomatic ? 'Loading more spans' : 'More spans are not loaded. Click to try again.'}
      </span>
    </div>
  );
}
