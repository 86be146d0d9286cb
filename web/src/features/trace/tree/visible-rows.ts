import type { SpanRun } from '../api/span-runs.js';
import type { SpanNode, SpanTree } from './span-tree.js';

/** One visible span of the tree. */
export interface TreeRow {
  node: SpanNode;
  /** Null for a leaf, which cannot be expanded. */
  expanded: boolean | null;
  /** The position among visible siblings, from 1. */
  position: number;
  siblingCount: number;
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
export type Row = TreeRow | GapRow;

/** Whether a row is a span. */
export function isSpanRow(row: Row | undefined): row is TreeRow {
  return row !== undefined && 'node' in row;
}

/** Returns the global ID of a span’s row, or the key of a gap. */
export function getRowKey(row: Row): string {
  return isSpanRow(row) ? row.node.span.id : row.key;
}

/**
 * Returns the visible rows, top to bottom, without the descendants of collapsed spans.
 * @param runOf the runs of the loaded spans. If given, there are gaps where spans may be missing.
 */
export function toVisibleRows(
  tree: SpanTree,
  collapsed: ReadonlySet<string>,
  runOf?: ReadonlyMap<string, SpanRun>,
): Row[] {
  const rows: Row[] = [];
  const gaps = runOf && new Gaps(tree, runOf);
  const addGap = (key: string, depth: number) => {
    // One is enough between two spans.
    if (isSpanRow(rows.at(-1))) rows.push({ key, depth, above: null, below: null });
  };
  const pending: { parent: SpanNode | null; nodes: readonly SpanNode[]; next: number }[] = [
    { parent: null, nodes: tree.roots, next: 0 },
  ];
  for (let level = pending.at(-1); level; level = pending.at(-1)) {
    const { parent, nodes } = level;
    const node = nodes[level.next];
    const before = nodes[level.next - 1] ?? parent;
    if (!node) {
      pending.pop();
      if (parent && before && gaps?.isAfter(parent, before)) {
        addGap(`after ${parent.span.id}`, parent.depth + 1);
      }
      continue;
    }
    if (before && gaps?.isBetween(before, node)) addGap(`before ${node.span.id}`, node.depth);
    level.next += 1;
    const { children } = node;
    const expanded = children.length > 0 ? !collapsed.has(node.span.id) : null;
    rows.push({ node, expanded, position: level.next, siblingCount: nodes.length });
    if (expanded ?? gaps?.isAfter(node, node)) {
      pending.push({ parent: node, nodes: children, next: 0 });
    }
  }
  if (gaps?.isAtEnd(rows)) addGap('at the end', 0);
  gaps?.surround(rows);
  return rows;
}

/** Tells where spans may be missing. Spans begin after their parents and their earlier siblings. */
class Gaps {
  /** When the last span of each run began. */
  private readonly lastStart = new Map<SpanRun, number>();

  constructor(
    tree: SpanTree,
    private readonly runOf: ReadonlyMap<string, SpanRun>,
  ) {
    for (const run of new Set(runOf.values())) {
      const last = tree.byId.get(run.spans.at(-1)?.id ?? '');
      if (last) this.lastStart.set(run, last.start);
    }
  }

  isBetween(a: SpanNode, b: SpanNode): boolean {
    const run = this.runOf.get(a.span.id);
    return run === undefined || run !== this.runOf.get(b.span.id);
  }

  /** Whether a span may have children after the last loaded one; `last` is the span if it has none. */
  isAfter({ span, end }: SpanNode, last: SpanNode): boolean {
    const run = this.runOf.get(last.span.id);
    if (!run) return true;
    if (run.isEnd) return false;
    return span.endTime === null || end > (this.lastStart.get(run) ?? 0);
  }

  isAtEnd(rows: readonly Row[]): boolean {
    const last = rows.findLast((row) => isSpanRow(row) && this.runOf.has(row.node.span.id));
    return isSpanRow(last) && this.runOf.get(last.node.span.id)?.isEnd === false;
  }

  /** Adds the runs above and below to each gap. */
  surround(rows: readonly Row[]): void {
    let near: SpanRun | null = null;
    for (const row of rows) {
      if (isSpanRow(row)) near = this.runOf.get(row.node.span.id) ?? near;
      else row.above = near;
    }
    near = null;
    for (const row of rows.toReversed()) {
      if (isSpanRow(row)) near = this.runOf.get(row.node.span.id) ?? near;
      else row.below = near;
    }
  }
}

/** Returns the IDs of all spans with children; collapsing these collapses everything. */
export function listParentIds(tree: SpanTree): Set<string> {
  const ids = new Set<string>();
  for (const [id, node] of tree.byId) if (node.children.length > 0) ids.add(id);
  return ids;
}

/**
 * Returns `collapsed` without the ancestors of `node`, so that the node becomes visible; the same
 * set if nothing changes.
 */
export function expandAncestors(
  collapsed: ReadonlySet<string>,
  node: SpanNode,
): ReadonlySet<string> {
  let revealed: Set<string> | null = null;
  for (let up = node.parent; up; up = up.parent) {
    if (!collapsed.has(up.span.id)) continue;
    revealed ??= new Set(collapsed);
    revealed.delete(up.span.id);
  }
  return revealed ?? collapsed;
}
