import type { SpanNode, SpanTree } from './span-tree.js';

/** One visible row of the tree. */
export interface TreeRow {
  node: SpanNode;
  /** Null for a leaf, which cannot be expanded. */
  expanded: boolean | null;
  /** The position among visible siblings, from 1. */
  position: number;
  siblingCount: number;
}

/**
 * Returns the visible rows, top to bottom, without the descendants of collapsed spans and, if
 * `kept` is given, without spans outside it.
 */
export function toVisibleRows(
  tree: SpanTree,
  collapsed: ReadonlySet<string>,
  kept?: ReadonlySet<string>,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const shown = (nodes: readonly SpanNode[]) =>
    kept ? nodes.filter((node) => kept.has(node.span.id)) : nodes;

  const pending: { nodes: readonly SpanNode[]; next: number }[] = [
    { nodes: shown(tree.roots), next: 0 },
  ];
  for (let level = pending.at(-1); level; level = pending.at(-1)) {
    const node = level.nodes[level.next];
    if (!node) {
      pending.pop();
      continue;
    }
    level.next += 1;
    const children = shown(node.children);
    const expanded = children.length > 0 ? !collapsed.has(node.span.id) : null;
    rows.push({ node, expanded, position: level.next, siblingCount: level.nodes.length });
    if (expanded) pending.push({ nodes: children, next: 0 });
  }
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
