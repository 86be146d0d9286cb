import type { SortColumn } from '../../common/pagination/keyset-sort.js';
import type { AnnotatedOrder } from '../annotation-sorts/annotation-sort.js';
import type { SubtreeFigure } from './spans-by-subtree.queries.js';

interface SpanSortColumn extends SortColumn {
  /**
   * The tokens of the subtree. `sql` is the total of the trace, joined as `t`, because the subtree
   * of a root span is its whole trace; `SpansBySubtreeQueries` lists other spans.
   */
  subtree?: SubtreeFigure;
}

/**
 * Every value by which spans can be sorted. GraphQL offers the names in `SpanColumn`
 * (graphql/spans.args.ts). REST lists spans by row ID only.
 */
export const SPAN_SORTS = {
  startTime: { sql: 's.start_time', type: 'DATETIME', nullable: false },
  endTime: { sql: 's.end_time', type: 'DATETIME', nullable: false },
  latencyMs: {
    sql: '(extract(epoch FROM s.end_time - s.start_time) * 1000)',
    type: 'FLOAT',
    nullable: false,
  },
  tokenCountTotal: {
    sql: '(s.prompt_tokens + s.completion_tokens)',
    type: 'INT',
    nullable: true,
  },
  tokenCountPrompt: { sql: 's.prompt_tokens', type: 'INT', nullable: true },
  tokenCountCompletion: { sql: 's.completion_tokens', type: 'INT', nullable: true },
  cumulativeTokenCountTotal: {
    sql: '(t.prompt_tokens + t.completion_tokens)',
    type: 'INT',
    nullable: false,
    subtree: 'total',
  },
  cumulativeTokenCountPrompt: {
    sql: 't.prompt_tokens',
    type: 'INT',
    nullable: false,
    subtree: 'prompt',
  },
  cumulativeTokenCountCompletion: {
    sql: 't.completion_tokens',
    type: 'INT',
    nullable: false,
    subtree: 'completion',
  },
} satisfies Record<string, SpanSortColumn>;

export type SpanOrder = AnnotatedOrder<keyof typeof SPAN_SORTS>;

/** Returns which tokens of subtrees the order compares, if it does. */
export function subtreeFigure(order: SpanOrder | null | undefined): SubtreeFigure | null {
  const column: SpanSortColumn | null = order?.col ? SPAN_SORTS[order.col] : null;
  return column?.subtree ?? null;
}
