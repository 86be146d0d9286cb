import { type SubtreeSums, TraceTree, type TreeSpan } from './trace-tree.js';

const span = (
  spanId: string,
  parentId: string | null,
  { failed = false, promptTokens = 0, completionTokens = 0 } = {},
): TreeSpan => [spanId, parentId, failed, promptTokens, completionTokens];

const sums = (tree: TraceTree, spanId: string): SubtreeSums => {
  const { errors, promptTokens, completionTokens } = tree.subtree(spanId);
  return { errors, promptTokens, completionTokens };
};

describe('TraceTree', () => {
  it('sums each subtree, itself included', () => {
    const tree = new TraceTree([
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
    const tree = new TraceTree([
      span('root', null),
      span('a', 'root'),
      span('a1', 'a'),
      span('b', 'root'),
      span('b1', 'b'),
      span('b11', 'b1'),
    ]);
    expect(tree.descendants('root', 1)).toEqual(['a', 'b']);
    expect(tree.descendants('root', 2)).toEqual(['a', 'b', 'a1', 'b1']);
    expect(tree.descendants('root', 0)).toEqual(['a', 'b', 'a1', 'b1', 'b11']);
    expect(tree.descendants('b11', 0)).toEqual([]);
  });

  it('counts every span of a circle of parents once and comes to an end', () => {
    const tree = new TraceTree([
      span('a', 'c', { promptTokens: 1 }),
      span('b', 'a', { promptTokens: 10 }),
      span('c', 'b', { promptTokens: 100, failed: true }),
      span('leaf', 'b', { promptTokens: 1000 }),
    ]);
    for (const id of ['a', 'b', 'c']) {
      expect(sums(tree, id)).toEqual({ errors: 1, promptTokens: 1111, completionTokens: 0 });
    }
    expect(tree.subtree('leaf').promptTokens).toBe(1000);
    expect(tree.descendants('a', 0)).toEqual(['b', 'c', 'leaf']);
  });

  it('treats a span that is its own parent as one without', () => {
    const tree = new TraceTree([
      span('a', 'a', { promptTokens: 5 }),
      span('b', 'a', { promptTokens: 1 }),
    ]);
    expect(tree.subtree('a').promptTokens).toBe(6);
    expect(tree.numChildren('a')).toBe(1);
    expect(tree.descendants('a', 0)).toEqual(['b']);
  });

  it('sums a chain of a hundred thousand spans', () => {
    const length = 100_000;
    const spans = Array.from({ length }, (_, at) =>
      span(String(at), at === 0 ? null : String(at - 1), { promptTokens: 1 }),
    );
    expect(new TraceTree(spans).subtree('0').promptTokens).toBe(length);
  });
});
