import { type SubtreeSums, SpanTree, type TreeSpan } from './span-tree.js';

const span = (
  spanId: string,
  parentId: string | null,
  { failed = false, promptTokens = 0, completionTokens = 0 } = {},
): TreeSpan => [spanId, parentId, failed, promptTokens, completionTokens];

const sums = (tree: SpanTree, spanId: string): SubtreeSums => {
  const { errors, promptTokens, completionTokens } = tree.sumSubtree(spanId);
  return { errors, promptTokens, completionTokens };
};

describe('SpanTree', () => {
  it('adds up each subtree, including its root', () => {
    const tree = new SpanTree([
      span('root', null),
      span('agent', 'root', { promptTokens: 1, completionTokens: 2 }),
      span('llm', 'agent', { promptTokens: 10, completionTokens: 20, failed: true }),
      span('tool', 'root', { failed: true }),
    ]);
    expect(sums(tree, 'root')).toEqual({ errors: 2, promptTokens: 11, completionTokens: 22 });
    expect(sums(tree, 'agent')).toEqual({ errors: 1, promptTokens: 11, completionTokens: 22 });
    expect(sums(tree, 'tool')).toEqual({ errors: 1, promptTokens: 0, completionTokens: 0 });
    expect(sums(tree, 'unknown')).toEqual({ errors: 0, promptTokens: 0, completionTokens: 0 });
  });

  it('lists descendants level by level, down to a depth', () => {
    const tree = new SpanTree([
      span('root', null),
      span('a', 'root'),
      span('a1', 'a'),
      span('b', 'root'),
      span('b1', 'b'),
      span('b11', 'b1'),
    ]);
    expect(tree.listDescendants('root', 1)).toEqual(['a', 'b']);
    expect(tree.listDescendants('root', 2)).toEqual(['a', 'b', 'a1', 'b1']);
    expect(tree.listDescendants('root', 0)).toEqual(['a', 'b', 'a1', 'b1', 'b11']);
    expect(tree.listDescendants('b11', 0)).toEqual([]);
  });

  it('counts every span of a cycle of parents once, and terminates', () => {
    const tree = new SpanTree([
      span('a', 'c', { promptTokens: 1 }),
      span('b', 'a', { promptTokens: 10 }),
      span('c', 'b', { promptTokens: 100, failed: true }),
      span('leaf', 'b', { promptTokens: 1000 }),
    ]);
    for (const id of ['a', 'b', 'c']) {
      expect(sums(tree, id)).toEqual({ errors: 1, promptTokens: 1111, completionTokens: 0 });
    }
    expect(tree.sumSubtree('leaf').promptTokens).toBe(1000);
    expect(tree.listDescendants('a', 0)).toEqual(['b', 'c', 'leaf']);
  });

  it('treats a span that is its own parent as a root', () => {
    const tree = new SpanTree([
      span('a', 'a', { promptTokens: 5 }),
      span('b', 'a', { promptTokens: 1 }),
    ]);
    expect(tree.sumSubtree('a').promptTokens).toBe(6);
    expect(tree.countChildren('a')).toBe(1);
    expect(tree.listDescendants('a', 0)).toEqual(['b']);
  });

  it('adds up a chain of a hundred thousand spans', () => {
    const length = 100_000;
    const spans = Array.from({ length }, (_, at) =>
      span(String(at), at === 0 ? null : String(at - 1), { promptTokens: 1 }),
    );
    expect(new SpanTree(spans).sumSubtree('0').promptTokens).toBe(length);
  });
});
