import type { SpanRun } from '../api/span-runs.js';
import type { Branch, FoldedSpans } from './internal-spans.js';
import type { SpanNode } from './span-tree.js';

interface Place {
  /** 0 at the top. */
  depth: number;
  /** The position among visible siblings, from 1. */
  position: number;
  siblingCount: number;
}

/** One visible span of the tree. */
export interface TreeRow extends Place {
  node: SpanNode;
  /** Null for a leaf, which cannot be expanded. */
  expanded: boolean | null;
}

/** Internal spans that are shown as one row. If it is expanded, they follow it. */
export interface FoldedRow extends Place {
  key: string;
  folded: FoldedSpans;
  expanded: boolean;
}

/** A place in the tree at which spans may be missing, because they are not loaded. */
export interface GapRow {
  key: string;
  depth: number;
  /** The run of the nearest visible span above that is in one. */
  above: SpanRun | null;
  /** The run of the nearest visible span below that is in one. */
  below: SpanRun | null;
}

/** A row of the tree. */
export type Row = TreeRow | FoldedRow | GapRow;

/** Whether a row is a span. */
export function isSpanRow(row: Row | undefined): row is TreeRow {
  return row !== undefined && 'node' in row;
}

/** Whether a row stands for internal spans. */
export function isFoldedRow(row: Row | undefined): row is FoldedRow {
  return row !== undefined && 'folded' in row;
}

/** Whether spans may be missing at a row. */
export function isGapRow(row: Row | undefined): row is GapRow {
  return row !== undefined && !isSpanRow(row) && !isFoldedRow(row);
}

/** Returns what a row shows; undefined for a gap. */
export function getBranch(row: Row | undefined): Branch | undefined {
  if (isSpanRow(row)) return row.node;
  return isFoldedRow(row) ? row.folded : undefined;
}

/** Returns the global ID of a span’s row, or the key of another row. */
export function getRowKey(row: Row): string {
  return isSpanRow(row) ? row.node.span.id : row.key;
}

/** Returns the place of the row into which a span is folded; undefined if it is in none that is closed. */
export function findFolded(rows: readonly Row[], node: SpanNode | undefined): number | undefined {
  if (!node?.span.isInternal) return undefined;
  const place = rows.findIndex(
    (row) => isFoldedRow(row) && !row.expanded && row.folded.nodes.includes(node),
  );
  return place === -1 ? undefined : place;
}
