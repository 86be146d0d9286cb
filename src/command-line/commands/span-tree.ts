import type { SpanItem } from './span-item.js';

/** A span in the order and with the lines of a tree. */
export interface TreeRow {
  span: SpanItem;
  /** Lines that lead from the parent to the name. */
  lines: string;
}

/** Levels whose lines are drawn. Deeper spans only show the lines of the levels right above. */
const MAX_LEVELS = 12;

/**
 * Puts the spans of a trace in the order of their tree, with siblings in the given order. Spans whose
 * parents are missing are roots, and so is one span of each cycle.
 */
export function toTree(spans: readonly SpanItem[]): TreeRow[] {
  const ids = new Set(spans.map(({ context }) => context.span_id));
  const hasParent = ({ parent_id }: SpanItem) => parent_id !== null && ids.has(parent_id);
  const children = Map.groupBy(spans.filter(hasParent), ({ parent_id }) => parent_id);
  const rows: TreeRow[] = [];
  const visited = new Set<SpanItem>();
  const visit = (root: SpanItem): void => {
    const stack: { span: SpanItem; lines: string[] }[] = [{ span: root, lines: [] }];
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { span, lines } = next;
      if (visited.has(span)) continue;
      visited.add(span);
      rows.push({ span, lines: draw(lines) });
      const inner = lines.map((line) => (line === '├─ ' || line === '│  ' ? '│  ' : '   '));
      const below = children.get(span.context.span_id) ?? [];
      for (const [at, child] of below.toReversed().entries()) {
        stack.push({
          span: child,
          lines: [...inner, at === 0 ? '└─ ' : '├─ '].slice(-MAX_LEVELS - 1),
        });
      }
    }
  };
  for (const span of spans) if (!hasParent(span)) visit(span);
  for (const span of spans) if (!visited.has(span)) visit(span);
  return rows;
}

function draw(lines: readonly string[]): string {
  return lines.length > MAX_LEVELS ? `… ${lines.slice(-MAX_LEVELS).join('')}` : lines.join('');
}
