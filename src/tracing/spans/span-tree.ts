/**
 * The columns of a span that the tree needs. Tokens are the span's own; null unless its kind is
 * LLM.
 */
export type TreeSpan = [
  spanId: string,
  parentId: string | null,
  failed: boolean,
  promptTokens: number | null,
  completionTokens: number | null,
];

/** Totals over a span and everything below it. */
export interface SubtreeSums {
  errors: number;
  promptTokens: number;
  completionTokens: number;
}

interface TreeNode extends SubtreeSums {
  spanId: string;
  /** Also null if the parent is not stored or the span names itself. */
  parent: TreeNode | null;
  children: TreeNode[];
  /** Children whose totals have not been added yet. */
  waitingFor: number;
}

const NOTHING: SubtreeSums = { errors: 0, promptTokens: 0, completionTokens: 0 };

/**
 * The spans of one trace as a tree. Computes the totals of all subtrees in one pass, so that
 * requesting a thousand spans of a large trace costs no more than requesting one. Parents may be
 * missing, or form cycles, in which each span still counts once.
 */
export class SpanTree {
  private readonly nodes = new Map<string, TreeNode>();
  private isSummed = false;

  /** @param spans siblings in display order. */
  constructor(spans: readonly TreeSpan[]) {
    for (const [spanId, , failed, promptTokens, completionTokens] of spans) {
      this.nodes.set(spanId, {
        spanId,
        parent: null,
        children: [],
        waitingFor: 0,
        errors: failed ? 1 : 0,
        promptTokens: promptTokens ?? 0,
        completionTokens: completionTokens ?? 0,
      });
    }
    for (const [spanId, parentId] of spans) {
      if (parentId !== null && parentId !== spanId) this.link(spanId, parentId);
    }
  }

  countChildren(spanId: string): number {
    return this.nodes.get(spanId)?.children.length ?? 0;
  }

  /**
   * Returns the totals of a span and everything below it; zeros for a span that is not in the tree.
   */
  sumSubtree(spanId: string): SubtreeSums {
    if (!this.isSummed) this.sumUpAll();
    this.isSummed = true;
    return this.nodes.get(spanId) ?? NOTHING;
  }

  /**
   * Lists the span IDs below a span, level by level.
   * @param maxDepth number of levels; 0 means all.
   */
  listDescendants(spanId: string, maxDepth: number): string[] {
    const start = this.nodes.get(spanId);
    const deepest = maxDepth === 0 ? Infinity : maxDepth;
    const seen = new Set(start && [start]);
    let level = [...seen];
    for (let depth = 1; level.length > 0 && depth <= deepest; depth++) {
      level = level.flatMap((node) => node.children).filter((node) => !seen.has(node));
      for (const node of level) seen.add(node);
    }
    return [...seen].slice(1).map((node) => node.spanId);
  }

  private link(spanId: string, parentId: string): void {
    const node = this.nodes.get(spanId);
    const parent = this.nodes.get(parentId);
    if (!node || !parent) return;
    node.parent = parent;
    parent.children.push(node);
    parent.waitingFor++;
  }

  /** Computes totals from the leaves up. A span is ready when all of its children are. */
  private sumUpAll(): void {
    const ready = [...this.nodes.values()].filter((node) => node.waitingFor === 0);
    for (let node = ready.pop(); node; node = ready.pop()) {
      const { parent } = node;
      if (!parent) continue;
      add(parent, node);
      parent.waitingFor--;
      if (parent.waitingFor === 0) ready.push(parent);
    }
    // The remaining spans are on a cycle of parents.
    for (const node of this.nodes.values()) if (node.waitingFor > 0) sumUpCircle(node);
  }
}

/** On a cycle, every span is below every other one, so all have the same totals. */
function sumUpCircle(start: TreeNode): void {
  const circle = new Set<TreeNode>();
  const total = { ...NOTHING };
  for (let node: TreeNode | null = start; node && !circle.has(node); node = node.parent) {
    circle.add(node);
    add(total, node);
  }
  for (const node of circle) Object.assign(node, total, { waitingFor: 0 });
}

function add(target: SubtreeSums, part: SubtreeSums): void {
  target.errors += part.errors;
  target.promptTokens += part.promptTokens;
  target.completionTokens += part.completionTokens;
}
