import type { SpanRun } from '../api/span-runs.js';
import { aSpan } from './a-span.js';
import { buildSpanTree } from './span-tree.js';
import { expandAncestors, isSpanRow, listParentIds, toVisibleRows } from './visible-rows.js';

const tree = buildSpanTree([
  aSpan('root', { name: 'answer question' }),
  aSpan('plan', { parentId: 'root', at: 1, spanKind: 'llm' }),
  aSpan('lookup', { parentId: 'root', at: 2, spanKind: 'tool', statusCode: 'ERROR' }),
  aSpan('fetch', { parentId: 'lookup', at: 3, spanKind: 'tool', name: 'http fetch' }),
]);
const names = (rows: ReturnType<typeof toVisibleRows>) =>
  rows.map((row) => (isSpanRow(row) ? row.node.span.spanId : '…'));
const none = new Set<string>();

describe('toVisibleRows', () => {
  it('lists spans from top to bottom with their positions', () => {
    const rows = toVisibleRows(tree, none);
    expect(names(rows)).toEqual(['root', 'plan', 'lookup', 'fetch']);
    expect(rows.map((row) => isSpanRow(row) && row.expanded)).toEqual([true, null, true, null]);
    expect(rows[2]).toMatchObject({ position: 2, siblingCount: 2 });
  });

  it('leaves out the descendants of a collapsed span', () => {
    expect(names(toVisibleRows(tree, new Set(['id-lookup'])))).toEqual(['root', 'plan', 'lookup']);
    expect(names(toVisibleRows(tree, listParentIds(tree)))).toEqual(['root']);
  });

  it('expands the ancestors of a span to reveal', () => {
    const fetch = tree.byId.get('id-fetch');
    expect(fetch && [...expandAncestors(listParentIds(tree), fetch)]).toEqual([]);
    expect(fetch && expandAncestors(none, fetch)).toBe(none);
  });
});

describe('gaps', () => {
  const spans = [
    aSpan('root', { latencyMs: 100 }),
    aSpan('a', { parentId: 'root', at: 1, latencyMs: 5 }),
    aSpan('a1', { parentId: 'a', at: 2, latencyMs: 1 }),
    aSpan('b', { parentId: 'root', at: 10, latencyMs: 60 }),
    aSpan('b1', { parentId: 'b', at: 50, latencyMs: 1 }),
    aSpan('c', { parentId: 'root', at: 80, latencyMs: 5 }),
  ];
  const aRun = (ids: string[], isEnd = false): SpanRun => ({
    spans: spans.filter(({ spanId }) => ids.includes(spanId)),
    firstCursor: '',
    lastCursor: '',
    isStart: false,
    isEnd,
  });
  /** Shows the tree of some runs, and of spans that are in none. */
  const show = (runs: SpanRun[], loose: string[] = []) => {
    const runOf = new Map(runs.flatMap((run) => run.spans.map((span) => [span.id, run])));
    const shown = spans.filter((span) => runOf.has(span.id) || loose.includes(span.spanId));
    return toVisibleRows(buildSpanTree(shown), none, runOf);
  };

  it('are absent from a trace that is loaded to its end', () => {
    const ids = spans.map(({ spanId }) => spanId);
    expect(names(show([aRun(ids, true)]))).toEqual(ids);
  });

  it('are where spans last beyond the loaded ones, but only one between two spans', () => {
    expect(names(show([aRun(['root', 'a', 'a1'])]))).toEqual(['root', 'a', 'a1', '…']);
    expect(names(show([aRun(['root', 'a', 'a1', 'b'])]))).toEqual(['root', 'a', 'a1', 'b', '…']);
  });

  it('surround spans that are not in a run with their neighbors', () => {
    const first = aRun(['root', 'a', 'a1']);
    const last = aRun(['b1', 'c'], true);
    const rows = show([first, last], ['b']);
    expect(names(rows)).toEqual(['root', 'a', 'a1', '…', 'b', '…', 'b1', '…', 'c']);
    expect(rows[3]).toMatchObject({ above: first, below: last });
    expect(rows[5]).toMatchObject({ above: first, below: last });
  });

  it('are at the end even if every loaded span has ended', () => {
    const early = aRun(['a', 'a1']);
    expect(names(show([early]))).toEqual(['a', 'a1', '…']);
  });
});
