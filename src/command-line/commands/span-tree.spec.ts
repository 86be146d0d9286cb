import type { SpanItem } from './span-item.js';
import { toTree } from './span-tree.js';

const span = (id: string, parent: string | null): SpanItem =>
  ({ name: id, context: { trace_id: 't', span_id: id }, parent_id: parent }) as SpanItem;

const draw = (...spans: SpanItem[]) => toTree(spans).map(({ span, lines }) => lines + span.name);

describe('toTree', () => {
  it('draws siblings in order below their parents', () => {
    expect(
      draw(
        span('root', null),
        span('b', 'root'),
        span('b1', 'b'),
        span('a', 'root'),
        span('a1', 'a'),
      ),
    ).toEqual(['root', '├─ b', '│  └─ b1', '└─ a', '   └─ a1']);
  });

  it('treats spans without a stored parent as roots', () => {
    expect(draw(span('child', 'gone'), span('x', 'child'))).toEqual(['child', '└─ x']);
  });

  it('shows every span of a cycle once', () => {
    expect(
      draw(span('a', 'b'), span('b', 'a'), span('self', 'self')).map((line) => line.at(-1)),
    ).toEqual(['a', 'b', 'f']);
  });

  it('draws only the last levels of a very deep tree', () => {
    const deep = Array.from({ length: 20_000 }, (_, at) =>
      span(`s${at}`, at ? `s${at - 1}` : null),
    );
    const lines = draw(...deep);
    expect(lines).toHaveLength(20_000);
    expect(lines[3]).toBe('      └─ s3');
    expect(lines.at(-1)).toMatch(/^… {2,}└─ s19999$/);
    expect(lines.at(-1)!.length).toBeLessThan(60);
  });
});
