import type { TreeSpan } from '../api/trace-query.js';
import { readRowNumber } from '../../../lib/ids/row-number.js';
import { toMicroseconds } from '../../../lib/time/time.js';

/**
 * The reason a span with a parent ID is at the top: the parent is missing, or the span is its own
 * ancestor.
 */
export type Detachment = 'parent-missing' | 'cycle';

/** A span in the tree. */
export interface SpanNode {
  span: TreeSpan;
  parent: SpanNode | null;
  children: SpanNode[];
  /** 0 for roots. */
  depth: number;
  /** Microseconds since the epoch. */
  start: number;
  /** Microseconds since the epoch; the start time while the span has no end. */
  end: number;
  /** The order in which spans were stored; 0 if unknown. */
  rowNumber: number;
  failed: boolean;
  /** Whether a descendant failed. */
  leadsToError: boolean;
  descendantCount: number;
  /** Tokens of this span and its descendants. */
  tokens: number;
  detachment: Detachment | null;
}

/** All spans of a trace, as a forest. */
export interface SpanTree {
  roots: SpanNode[];
  /** By global ID. */
  byId: ReadonlyMap<string, SpanNode>;
  maxDepth: number;
}

/**
 * Builds a forest from a list of spans: children under parents, siblings by start time. Spans whose
 * parent is missing become roots, and a cycle is broken at its earliest span. Never fails and never
 * recurses, so it handles 10,000 spans in one chain as well as 10,000 siblings.
 */
export function buildSpanTree(spans: readonly TreeSpan[]): SpanTree {
  const byId = new Map<string, SpanNode>();
  const bySpanId = new Map<string, SpanNode>();
  for (const span of spans) {
    if (byId.has(span.id)) continue;
    const node = toNode(span);
    byId.set(span.id, node);
    if (!bySpanId.has(span.spanId)) bySpanId.set(span.spanId, node);
  }

  const ordered = [...byId.values()].toSorted(compareByStart);
  linkParents(ordered, bySpanId);

  const roots: SpanNode[] = [];
  for (const node of ordered) {
    if (node.parent) node.parent.children.push(node);
    else roots.push(node);
  }
  return { roots, byId, maxDepth: measureTree(roots) };
}

/** The place of a node among others. */
type Place = Pick<SpanNode, 'start' | 'end' | 'rowNumber'>;

/** A growing trace is built again and again, and reading places takes longer than everything else. */
const knownPlaces = new WeakMap<TreeSpan, Place>();

function readPlace(span: TreeSpan): Place {
  const known = knownPlaces.get(span);
  if (known) return known;
  const start = toMicroseconds(span.startTime) || 0;
  const end = span.endTime ? toMicroseconds(span.endTime) || start : start;
  const place = { start, end: Math.max(start, end), rowNumber: readRowNumber(span.id) ?? 0 };
  knownPlaces.set(span, place);
  return place;
}

function toNode(span: TreeSpan): SpanNode {
  return {
    span,
    parent: null,
    children: [],
    depth: 0,
    ...readPlace(span),
    failed: span.statusCode === 'ERROR',
    leadsToError: false,
    descendantCount: 0,
    tokens: span.tokenCountTotal ?? 0,
    detachment: null,
  };
}

/**
 * Compares like the server. Text breaks ties, because numbers cannot hold microseconds exactly after the
 * year 2255; after that, the order in which spans were stored.
 */
function compareByStart(a: SpanNode, b: SpanNode): number {
  return (
    a.start - b.start ||
    compareText(a.span.startTime, b.span.startTime) ||
    a.rowNumber - b.rowNumber ||
    compareText(a.span.id, b.span.id)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Sets `parent` and follows each chain upwards once. `ordered` is sorted, so the earliest span of a
 * cycle comes first.
 */
function linkParents(ordered: readonly SpanNode[], bySpanId: ReadonlyMap<string, SpanNode>): void {
  for (const node of ordered) {
    const { parentId } = node.span;
    if (!parentId) continue;
    node.parent = bySpanId.get(parentId) ?? null;
    if (!node.parent) node.detachment = 'parent-missing';
  }
  const walkOf = new Map<SpanNode, number>();
  ordered.forEach((first, walk) => {
    let node: SpanNode | null = first;
    while (node && !walkOf.has(node)) {
      walkOf.set(node, walk);
      node = node.parent;
    }
    // A span found twice on one walk is its own ancestor.
    if (node && walkOf.get(node) === walk) breakCycle(node);
  });
}

function breakCycle(member: SpanNode): void {
  let earliest = member;
  for (let node = member.parent; node && node !== member; node = node.parent) {
    if (compareByStart(node, earliest) < 0) earliest = node;
  }
  earliest.parent = null;
  earliest.detachment = 'cycle';
}

/**
 * Sets depths from the top down, then counts, tokens and errors from the bottom up. Returns the greatest
 * depth.
 */
function measureTree(roots: readonly SpanNode[]): number {
  const parentsFirst: SpanNode[] = [...roots];
  let maxDepth = 0;
  for (const node of parentsFirst) {
    for (const child of node.children) {
      child.depth = node.depth + 1;
      maxDepth = Math.max(maxDepth, child.depth);
      parentsFirst.push(child);
    }
  }
  for (let i = parentsFirst.length - 1; i >= 0; i -= 1) {
    const node = parentsFirst[i];
    if (!node?.parent) continue;
    node.parent.descendantCount += node.descendantCount + 1;
    node.parent.tokens += node.tokens;
    if (node.failed || node.leadsToError) node.parent.leadsToError = true;
  }
  return maxDepth;
}
