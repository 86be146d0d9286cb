import type { SpanNode, SpanTree } from './span-tree.js';

/** One line of the tree as it is shown now. */
export interface TreeRow {
  node: SpanNode;
  /** `null` for a leaf: there is nothing to open. */
  expanded: boolean | null;
  /** Place among the siblings shown, from 1. */
  position: number;
  siblingCount: number;
}

/**
 * The lines to show, top to bottom: children of collapsed spans are left out, and when `kept` is given
 * every span outside it.
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

/** Ids of all spans with children: collapsing these collapses everything. */
export function parentIds(tree: SpanTree): Set<string> {
  const ids = new Set<string>();
  for (const [id, node] of tree.byId) if (node.children.length > 0) ids.add(id);
  return ids;
}

/** `collapsed` without the ancestors of `node`, so that it can be seen; the same set if nothing changes. */
export function revealing(collapsed: ReadonlySet<string>, node: SpanNode): ReadonlySet<string> {
  let revealed: Set<string> | null = null;
  for (let up = node.parent; up; up = up.parent) {
    if (!collapsed.has(up.span.id)) continue;
    revealed ??= new Set(collapsed);
    revealed.delete(up.span.id);
  }
  return revealed ?? collapsed;
}
