import type { SpanRun } from '../api/span-runs.js';
import { Gaps } from './gaps.js';
import {
  type Branch,
  foldInternal,
  getFirst,
  getLast,
  isFolded,
  listTops,
} from './internal-spans.js';
import { getBranch, type Row } from './rows.js';
import type { SpanNode, SpanTree } from './span-tree.js';

/** Which internal spans are folded. */
export interface Folding {
  /** Global IDs. Spans that are folded together are shown if any of them is among these. */
  opened: ReadonlySet<string>;
  /** Global IDs of internal spans that stay where they are. */
  kept: ReadonlySet<string> | null;
}

/** Spans that are shown below the same one. */
interface Level {
  parent: SpanNode | null;
  branches: readonly Branch[];
  depth: number;
  next: number;
  /** Of an expanded row of internal spans, all of these. */
  within: ReadonlySet<SpanNode> | null;
}

interface RowOptions {
  /** The runs of the loaded spans. If given, there are gaps where spans may be missing. */
  runOf?: ReadonlyMap<string, SpanRun> | undefined;
  /** If given, internal spans are folded. */
  folding?: Folding | undefined;
}

/** Returns the visible rows, top to bottom, without the descendants of collapsed spans. */
export function toVisibleRows(
  tree: SpanTree,
  collapsed: ReadonlySet<string>,
  { runOf, folding }: RowOptions = {},
): Row[] {
  const rows: Row[] = [];
  const gaps = runOf && new Gaps(tree, runOf);
  const addGap = (key: string, depth: number) => {
    // One is enough between two spans.
    if (getBranch(rows.at(-1))) rows.push({ key, depth, above: null, below: null });
  };
  const listBranches = ({ children }: SpanNode, within: Level['within']): readonly Branch[] => {
    if (within) return children.filter((child) => within.has(child));
    if (!folding) return children;
    const { kept } = folding;
    return foldInternal(
      children,
      ({ span }) => kept?.has(span.id) ?? false,
      (before, after) => gaps?.isBetween(before, after) ?? false,
    );
  };
  const first = { parent: null, branches: tree.roots, depth: 0, next: 0, within: null };
  const pending: Level[] = [first];
  for (let level = pending.at(-1); level; level = pending.at(-1)) {
    const { parent, branches, depth, within } = level;
    const branch = branches[level.next];
    const above = branches[level.next - 1];
    const before = above ? getLast(above) : parent;
    if (!branch) {
      pending.pop();
      if (parent && before && gaps?.isAfter(parent, before)) {
        addGap(`after ${parent.span.id}`, depth);
      }
      continue;
    }
    const { span } = getFirst(branch);
    if (before && gaps?.isBetween(before, getFirst(branch))) addGap(`before ${span.id}`, depth);
    level.next += 1;
    const place = { depth, position: level.next, siblingCount: branches.length };
    if (isFolded(branch)) {
      const expanded = branch.nodes.some((node) => folding?.opened.has(node.span.id));
      rows.push({ key: `internal ${span.id}`, folded: branch, expanded, ...place });
      if (expanded) {
        const inside = new Set(branch.nodes);
        const tops = listTops(branch, inside);
        pending.push({ parent: null, branches: tops, depth: depth + 1, next: 0, within: inside });
      }
      continue;
    }
    const below = listBranches(branch, within);
    const expanded = below.length > 0 ? !collapsed.has(span.id) : null;
    rows.push({ node: branch, expanded, ...place });
    if (expanded ?? gaps?.isAfter(branch, branch)) {
      pending.push({ parent: branch, branches: below, depth: depth + 1, next: 0, within });
    }
  }
  if (gaps?.isAtEnd(rows)) addGap('at the end', 0);
  gaps?.surround(rows);
  return rows;
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
