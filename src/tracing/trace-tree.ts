/** One span as the tree needs it. */
export interface TreeSpan {
  spanId: string;
  parentId: string | null;
  failed: boolean;
  /** Own tokens; null unless the kind is LLM. */
  promptTokens: number | null;
  completionTokens: number | null;
}

/** Sums over a span and everything below it. */
export interface SubtreeSums {
  errors: number;
  promptTokens: number;
  completionTokens: number;
}

/**
 * The spans of one trace as a tree. Computes the sums of every subtree in one pass, so that asking
 * for a thousand spans of a large trace costs no more than asking for one. Parents may be missing
 * and may form circles, in which each span still counts once.
 */
export class TraceTree {
  private readonly spans: Map<string, TreeSpan>;
  private readonly childrenOf = new Map<string, string[]>();
  private sums: Map<string, SubtreeSums> | undefined;

  /** @param spans in the order in which siblings are to be shown. */
  constructor(spans: readonly TreeSpan[]) {
    this.spans = new Map(spans.map((span) => [span.spanId, span]));
    for (const { spanId, parentId } of spans) {
      if (parentId === null || parentId === spanId) continue;
      const siblings = this.childrenOf.get(parentId);
      if (siblings) siblings.push(spanId);
      else this.childrenOf.set(parentId, [spanId]);
    }
  }

  children(spanId: string): readonly string[] {
    return this.childrenOf.get(spanId) ?? [];
  }

  /** Zeros for a span that is not in the tree. */
  subtree(spanId: string): SubtreeSums {
    this.sums ??= this.sumUp();
    return this.sums.get(spanId) ?? { errors: 0, promptTokens: 0, completionTokens: 0 };
  }

  /**
   * Span ids below a span, level by level.
   * @param maxDepth how many levels; 0 means all.
   */
  descendants(spanId: string, maxDepth: number): string[] {
    const seen = new Set([spanId]);
    const found: string[] = [];
    const deepest = maxDepth === 0 ? Infinity : maxDepth;
    let level = [spanId];
    for (let depth = 1; level.length > 0 && depth <= deepest; depth++) {
      level = level.flatMap((parent) => this.children(parent)).filter((id) => !seen.has(id));
      for (const id of level) {
        seen.add(id);
        found.push(id);
      }
    }
    return found;
  }

  private sumUp(): Map<string, SubtreeSums> {
    const sums = new Map([...this.spans].map(([id, span]) => [id, ownSums(span)]));
    const waitingFor = new Map([...this.spans.keys()].map((id) => [id, this.children(id).length]));
    const ready = [...waitingFor].filter(([, count]) => count === 0).map(([id]) => id);
    for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
      waitingFor.delete(id);
      const parentId = this.parentOf(id);
      if (parentId === null) continue;
      add(sums.get(parentId), sums.get(id));
      const left = (waitingFor.get(parentId) ?? 0) - 1;
      waitingFor.set(parentId, left);
      if (left === 0) ready.push(parentId);
    }
    // What still waits stands on a circle of parents.
    for (const id of waitingFor.keys()) this.sumUpCircle(id, sums, waitingFor);
    return sums;
  }

  /** Everybody on a circle is below everybody else on it: all have the same sums. */
  private sumUpCircle(
    start: string,
    sums: Map<string, SubtreeSums>,
    waitingFor: Map<string, number>,
  ): void {
    const circle = new Set<string>();
    for (let id: string | null = start; id !== null && !circle.has(id); id = this.parentOf(id)) {
      circle.add(id);
    }
    const total = { errors: 0, promptTokens: 0, completionTokens: 0 };
    for (const id of circle) add(total, sums.get(id));
    for (const id of circle) {
      sums.set(id, total);
      waitingFor.delete(id);
    }
  }

  /** Null also when the parent is not stored, and for a span that names itself. */
  private parentOf(spanId: string): string | null {
    const parentId = this.spans.get(spanId)?.parentId ?? null;
    return parentId !== null && parentId !== spanId && this.spans.has(parentId) ? parentId : null;
  }
}

function ownSums(span: TreeSpan): SubtreeSums {
  return {
    errors: span.failed ? 1 : 0,
    promptTokens: span.promptTokens ?? 0,
    completionTokens: span.completionTokens ?? 0,
  };
}

function add(target: SubtreeSums | undefined, part: SubtreeSums | undefined): void {
  if (!target || !part) return;
  target.errors += part.errors;
  target.promptTokens += part.promptTokens;
  target.completionTokens += part.completionTokens;
}
