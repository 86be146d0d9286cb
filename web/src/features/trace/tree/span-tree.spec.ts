import { aSpan } from './a-span.js';
import { buildSpanTree, type SpanNode } from './span-tree.js';

const outline = (nodes: readonly SpanNode[]): string =>
  nodes
    .map(({ span, children }) =>
      children.length > 0 ? `${span.spanId}(${outline(children)})` : span.spanId,
    )
    .join(' ');

describe('buildSpanTree', () => {
  it('puts children under parents in the order they started', () => {
    const tree = buildSpanTree([
      aSpan('late', { parentId: 'root', at: 20 }),
      aSpan('early', { parentId: 'root', at: 5 }),
      aSpan('leaf', { parentId: 'early', at: 6 }),
      aSpan('root'),
    ]);
    expect(outline(tree.roots)).toBe('root(early(leaf) late)');
    expect(tree.maxDepth).toBe(2);
    expect(tree.byId.get('id-root')?.descendantCount).toBe(3);
  });

  it('orders siblings that start within one millisecond', () => {
    const tree = buildSpanTree([
      aSpan('b', { startTime: '2024-03-01T10:00:00.120002+00:00' }),
      aSpan('c', { startTime: '2024-03-01T10:00:00.12001+00:00' }),
      aSpan('a', { startTime: '2024-03-01T10:00:00.120001+00:00' }),
      aSpan('0', { startTime: '2024-03-01T10:00:00+00:00' }),
    ]);
    expect(outline(tree.roots)).toBe('0 a b c');
  });

  it('orders siblings that start at the same time as they were stored', () => {
    const tree = buildSpanTree(
      [10, 9, 100, 2].map((number) => aSpan(`s${number}`, { id: btoa(`Span:${number}`) })),
    );
    expect(outline(tree.roots)).toBe('s2 s9 s10 s100');
  });

  it('orders times whose microseconds exceed what a number can hold', () => {
    const tree = buildSpanTree([
      aSpan('b', { startTime: '9999-12-31T23:59:59.999999+00:00' }),
      aSpan('a', { startTime: '9999-12-31T23:59:59.999998+00:00' }),
    ]);
    expect(outline(tree.roots)).toBe('a b');
  });

  it('shows a span with a missing parent as a root, and marks it', () => {
    const tree = buildSpanTree([aSpan('root'), aSpan('orphan', { parentId: 'gone', at: 1 })]);
    expect(outline(tree.roots)).toBe('root orphan');
    expect(tree.roots.map((node) => node.detachment)).toEqual([null, 'parent-missing']);
  });

  it('breaks a cycle at its earliest span and keeps every span', () => {
    const tree = buildSpanTree([
      aSpan('c', { parentId: 'b', at: 3 }),
      aSpan('a', { parentId: 'c', at: 1 }),
      aSpan('b', { parentId: 'a', at: 2 }),
      aSpan('tail', { parentId: 'c', at: 0 }),
    ]);
    expect(outline(tree.roots)).toBe('a(b(c(tail)))');
    expect(tree.roots[0]?.detachment).toBe('cycle');
  });

  it('makes a span that is its own parent a root', () => {
    const tree = buildSpanTree([aSpan('self', { parentId: 'self' })]);
    expect(outline(tree.roots)).toBe('self');
    expect(tree.roots[0]?.detachment).toBe('cycle');
  });

  it('ignores duplicates of a span when pages overlap', () => {
    expect(outline(buildSpanTree([aSpan('a'), aSpan('a')]).roots)).toBe('a');
  });

  it('marks the path to an error', () => {
    const tree = buildSpanTree([
      aSpan('root'),
      aSpan('mid', { parentId: 'root' }),
      aSpan('bad', { parentId: 'mid', statusCode: 'ERROR' }),
      aSpan('good', { parentId: 'root' }),
    ]);
    const leading = [...tree.byId.values()].filter((node) => node.leadsToError);
    expect(leading.map((node) => node.span.spanId).toSorted()).toEqual(['mid', 'root']);
    expect(tree.byId.get('id-bad')?.failed).toBe(true);
  });

  it('adds up tokens', () => {
    const tree = buildSpanTree([
      aSpan('root'),
      aSpan('mid', { parentId: 'root', tokenCountTotal: 5 }),
      aSpan('leaf', { parentId: 'mid', tokenCountTotal: 7 }),
    ]);
    const tokens = ['root', 'mid', 'leaf'].map((id) => tree.byId.get(`id-${id}`)?.tokens);
    expect(tokens).toEqual([12, 12, 7]);
  });

  it('handles 10,000 spans, in one chain or under one parent', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) =>
      aSpan(`s${i}`, { parentId: i ? `s${i - 1}` : null, at: i }),
    );
    const flat = chain.map((span, i) => ({ ...span, parentId: i ? 's0' : null }));
    const cyclic = chain.map((span, i) => ({ ...span, parentId: `s${(i + 9_999) % 10_000}` }));
    expect(buildSpanTree(chain).maxDepth).toBe(9_999);
    expect(buildSpanTree(flat).roots[0]?.children).toHaveLength(9_999);
    expect(buildSpanTree(cyclic).roots.map((node) => node.span.spanId)).toEqual(['s0']);
  });
});
