import type { SpanNode } from './span-tree.js';

/** Internal spans next to each other, in the order of the tree, which are shown as one. Never empty. */
export interface FoldedSpans {
  nodes: readonly SpanNode[];
}

/** A row below a span: another span, or internal ones folded into one row. */
export type Branch = SpanNode | FoldedSpans;

/** Whether several spans are shown as one. */
export function isFolded(branch: Branch): branch is FoldedSpans {
  return 'nodes' in branch;
}

/** Returns the first span of a branch. */
export function getFirst(branch: Branch): SpanNode {
  return isFolded(branch) ? branch.nodes[0]! : branch;
}

/** Returns the last span of a branch, without those below it. */
export function getLast(branch: Branch): SpanNode {
  return isFolded(branch) ? branch.nodes.at(-1)! : branch;
}

/**
 * Returns what is shown below a span whose internal descendants are folded: its other children, and in place of
 * each internal one what is below that. Visits no span below one that stays, so a tree takes one visit of each.
 * @param isKept whether a span stays, although it is internal.
 * @param isApart whether spans may be missing between two, which are then not folded into one.
 */
export function foldInternal(
  children: readonly SpanNode[],
  isKept: (node: SpanNode) => boolean,
  isApart: (before: SpanNode, after: SpanNode) => boolean,
): Branch[] {
  const branches: Branch[] = [];
  let run: SpanNode[] | null = null;
  const pending = children.toReversed();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!node.span.isInternal || isKept(node)) {
      branches.push(node);
      run = null;
      continue;
    }
    const before: SpanNode | undefined = run?.at(-1);
    if (!run || !before || isApart(before, node)) {
      run = [];
      branches.push({ nodes: run });
    }
    run.push(node);
    for (let at = node.children.length - 1; at >= 0; at -= 1) pending.push(node.children[at]!);
  }
  return branches;
}

/** Returns those of the folded spans that are not below another of them; `all` are the same. */
export function listTops({ nodes }: FoldedSpans, all: ReadonlySet<SpanNode>): SpanNode[] {
  return nodes.filter(({ parent }) => !parent || !all.has(parent));
}
