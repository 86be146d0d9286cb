import type { SpanRun } from '../api/span-runs.js';
import { aSpan } from './a-span.js';
import { findFolded, isFoldedRow, isSpanRow, type Row } from './rows.js';
import { buildSpanTree } from './span-tree.js';
import { expandAncestors, listParentIds, toVisibleRows } from './visible-rows.js';

const tree = buildSpanTree([
  aSpan('root', { name: 'answer question' }),
  aSpan('plan', { parentId: 'root', at: 1, spanKind: 'llm' }),
  aSpan('lookup', { parentId: 'root', at: 2, spanKind: 'tool', statusCode: 'ERROR' }),
  aSpan('fetch', { parentId: 'lookup', at: 3, spanKind: 'tool', name: 'http fetch' }),
]);
const names = (rows: readonly Row[]) =>
  rows.map((row) => {
    if (isSpanRow(row)) return row.node.span.spanId;
    return isFoldedRow(row) ? `[${row.folded.nodes.length}]` : '…';
  });
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
    return toVisibleRows(buildSpanTree(shown), none, { runOf });
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

describe('internal spans', () => {
  const internal = (spanId: string, parentId: string | null, at: number) =>
    aSpan(spanId, { parentId, at, isInternal: true, spanKind: 'unknown', latencyMs: 50 });
  const spans = [
    internal('serve', null, 0),
    internal('read', 'serve', 1),
    internal('loop', 'serve', 2),
    internal('send', 'loop', 3),
    aSpan('ask', { parentId: 'send', at: 4, spanKind: 'llm' }),
    internal('socket', 'ask', 5),
    internal('parse', 'loop', 6),
    internal('write', 'serve', 7),
    aSpan('answer', { parentId: 'serve', at: 8 }),
  ];
  const show = (
    opened: string[] = [],
    { kept = null, collapsed = none }: { kept?: string[] | null; collapsed?: Set<string> } = {},
  ) =>
    toVisibleRows(buildSpanTree(spans), collapsed, {
      folding: { opened: new Set(opened), kept: kept && new Set(kept) },
    });
  const outline = (rows: readonly Row[]) =>
    names(rows).map((name, at) => `${'.'.repeat(rows[at]!.depth)}${name}`);

  it('are folded into one row below the nearest span that is shown', () => {
    const rows = show();
    expect(outline(rows)).toEqual(['serve', '.[3]', '.ask', '..[1]', '.[2]', '.answer']);
    expect(rows.slice(1, 3)).toMatchObject([
      { expanded: false, position: 1, siblingCount: 4 },
      { expanded: true, position: 2, siblingCount: 4 },
    ]);
  });

  it('are shown below their row if it is open, which any of them can say', () => {
    const open = ['serve', '.[3]', '..read', '..loop', '...send', '.ask', '..[1]', '.[2]'];
    expect(outline(show(['id-read'])).slice(0, 8)).toEqual(open);
    expect(outline(show(['id-send'])).slice(0, 8)).toEqual(open);
    expect(outline(show(['id-parse'])).slice(-4)).toEqual([
      '.[2]',
      '..parse',
      '..write',
      '.answer',
    ]);
  });

  it('are found in the row into which they are folded', () => {
    const rows = show(['id-parse']);
    const find = (id: string) => {
      const row = rows.find(
        (one) => isFoldedRow(one) && one.folded.nodes.some((n) => n.span.id === id),
      );
      const node = isFoldedRow(row) ? row.folded.nodes.find((n) => n.span.id === id) : undefined;
      return findFolded(rows, node);
    };
    expect(find('id-send')).toBe(1);
    expect(find('id-parse')).toBeUndefined();
    expect(findFolded(rows, undefined)).toBeUndefined();
  });

  it('can be collapsed in an open row', () => {
    const rows = show(['id-send'], { collapsed: new Set(['id-loop']) });
    expect(outline(rows).slice(1, 5)).toEqual(['.[3]', '..read', '..loop', '.ask']);
  });

  it('stay if they match a search', () => {
    expect(outline(show([], { kept: ['id-send'] }))).toEqual([
      'serve',
      '.[2]',
      '.send',
      '..ask',
      '...[1]',
      '.[2]',
      '.answer',
    ]);
  });

  it('are not folded across spans that are not loaded', () => {
    const aRun = (ids: string[], isEnd: boolean): SpanRun => ({
      spans: spans.filter(({ spanId }) => ids.includes(spanId)),
      firstCursor: '',
      lastCursor: '',
      isStart: !isEnd,
      isEnd,
    });
    const runs = [aRun(['serve', 'read'], false), aRun(['parse', 'write', 'answer'], true)];
    const runOf = new Map(runs.flatMap((run) => run.spans.map((span) => [span.id, run])));
    const shown = spans.filter(({ id, spanId }) => runOf.has(id) || spanId === 'loop');
    const rows = toVisibleRows(buildSpanTree(shown), none, {
      runOf,
      folding: { opened: none, kept: null },
    });
    expect(names(rows)).toEqual(['serve', '[1]', '…', '[1]', '…', '[2]', 'answer']);
    expect(rows[2]).toMatchObject({ above: runs[0], below: runs[1] });
  });

  it('are folded by the ten thousand, in one chain or below one span', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) =>
      internal(`s${i}`, i ? `s${i - 1}` : null, i),
    );
    const flat = chain.map((span, i) => ({ ...span, parentId: i ? 's0' : null }));
    for (const many of [chain, flat]) {
      const rows = toVisibleRows(buildSpanTree(many), none, {
        folding: { opened: none, kept: null },
      });
      expect(names(rows)).toEqual(['s0', '[9999]']);
    }
  });
});
