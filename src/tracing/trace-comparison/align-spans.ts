import type { SpanRow } from '../spans/span.entity.js';

/** The fields by which spans are aligned. */
export type AlignedSpan = Pick<SpanRow, 'spanId' | 'parentId' | 'name' | 'kind'>;

/** A span of one trace, and the one that has its place in the other trace. One of them may be missing. */
export interface SpanPair<S extends AlignedSpan = AlignedSpan> {
  base: S | null;
  other: S | null;
  /** Number of pairs above it. */
  depth: number;
}

/**
 * Aligns the trees of two traces from the roots down. Below two aligned spans, it pairs spans with the
 * same name and kind in order, and then, between such pairs, spans of the same kind as renamed ones. A
 * single root is always paired with a single root.
 * @param base in the order of siblings, as `other`.
 * @returns pairs in the order of a tree: each before those below it.
 */
export function alignSpans<S extends AlignedSpan>(
  base: readonly S[],
  other: readonly S[],
): SpanPair<S>[] {
  const forests = { base: new Forest(base), other: new Forest(other) };
  const pairs: SpanPair<S>[] = [];
  // The next pair is the last one, so that deep trees need no recursion.
  const waiting = alignRoots(forests.base.roots, forests.other.roots)
    .map((pair) => ({ ...pair, depth: 0 }))
    .toReversed();
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    pairs.push(pair);
    const depth = pair.depth + 1;
    const below = alignSiblings(
      forests.base.childrenOf(pair.base),
      forests.other.childrenOf(pair.other),
    );
    waiting.push(...below.map((child) => ({ ...child, depth })).toReversed());
  }
  return pairs;
}

/** Spans with their children. Spans whose parents are missing are roots. */
class Forest<S extends AlignedSpan> {
  readonly roots: S[];
  private readonly children: Map<string | null, S[]>;

  constructor(spans: readonly S[]) {
    const known = new Set(spans.map(({ spanId }) => spanId));
    const parentOf = ({ spanId, parentId }: S): string | null =>
      parentId !== null && parentId !== spanId && known.has(parentId) ? parentId : null;
    this.children = Map.groupBy(spans, parentOf);
    this.roots = [...(this.children.get(null) ?? [])];
    const reached = new Set<S>();
    for (const root of this.roots) this.reach(root, reached);
    // What no root leads to is on a circle of parents, or below one, and begins at its first span.
    for (const span of spans) {
      if (reached.has(span)) continue;
      const siblings = this.children.get(parentOf(span))!;
      siblings.splice(siblings.indexOf(span), 1);
      this.roots.push(span);
      this.reach(span, reached);
    }
  }

  childrenOf(span: S | null): readonly S[] {
    return (span && this.children.get(span.spanId)) ?? [];
  }

  private reach(root: S, reached: Set<S>): void {
    const waiting = [root];
    for (let span = waiting.pop(); span; span = waiting.pop()) {
      reached.add(span);
      waiting.push(...this.childrenOf(span).filter((child) => !reached.has(child)));
    }
  }
}

interface Siblings<S> {
  base: S | null;
  other: S | null;
}

function alignRoots<S extends AlignedSpan>(base: readonly S[], other: readonly S[]): Siblings<S>[] {
  if (base.length === 1 && other.length === 1) return [{ base: base[0]!, other: other[0]! }];
  return alignSiblings(base, other);
}

function alignSiblings<S extends AlignedSpan>(
  base: readonly S[],
  other: readonly S[],
): Siblings<S>[] {
  const pairs: Siblings<S>[] = [];
  let [nextBase, nextOther] = [0, 0];
  for (const [i, j] of [...findCommon(base, other), [base.length, other.length] as const]) {
    pairs.push(...alignRest(base.slice(nextBase, i), other.slice(nextOther, j)));
    if (i < base.length) pairs.push({ base: base[i]!, other: other[j]! });
    [nextBase, nextOther] = [i + 1, j + 1];
  }
  return pairs;
}

/** Pairs spans of the same kind in order. The others are only in one of the traces. */
function alignRest<S extends AlignedSpan>(base: readonly S[], other: readonly S[]): Siblings<S>[] {
  const pairs: Siblings<S>[] = [];
  const rest = [...other];
  for (const span of base) {
    const at = rest.findIndex(({ kind }) => kind === span.kind);
    const before = rest.splice(0, at + 1);
    const renamed = before.pop() ?? null;
    pairs.push(...before.map((added) => ({ base: null, other: added })));
    pairs.push({ base: span, other: renamed });
  }
  return [...pairs, ...rest.map((added) => ({ base: null, other: added }))];
}

/**
 * Returns the places of the longest sequence of spans with equal names and kinds that is in both lists, as
 * early as possible. Takes time and memory for each pair of siblings, so a million for a thousand of them.
 */
function findCommon(base: readonly AlignedSpan[], other: readonly AlignedSpan[]) {
  const width = other.length + 1;
  /** How long the sequence is from each pair of places on. */
  const lengths = new Uint16Array((base.length + 1) * width);
  for (let i = base.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      lengths[i * width + j] = isAlike(base[i]!, other[j]!)
        ? lengths[(i + 1) * width + j + 1]! + 1
        : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  const lengthAt = (i: number, j: number) => lengths[i * width + j]!;
  const common: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < base.length && j < other.length;) {
    const length = lengthAt(i, j);
    if (isAlike(base[i]!, other[j]!)) common.push([i++, j++]);
    else if (lengthAt(i + 1, j + 1) === length) [i, j] = [i + 1, j + 1];
    else if (lengthAt(i + 1, j) === length) i++;
    else j++;
  }
  return common;
}

function isAlike(a: AlignedSpan, b: AlignedSpan): boolean {
  return a.name === b.name && a.kind === b.kind;
}
