import type { ListOrder, SortColumn } from '../../common/pagination/keyset-sort.js';

interface SpanSortColumn extends SortColumn {
  /** A total of the trace, joined as `t`, because the subtree of a root span is its whole trace. */
  rootsOnly?: true;
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
    rootsOnly: true,
  },
  cumulativeTokenCountPrompt: {
    sql: 't.prompt_tokens',
    type: 'INT',
    nullable: false,
    rootsOnly: true,
  },
  cumulativeTokenCountCompletion: {
    sql: 't.completion_tokens',
    type: 'INT',
    nullable: false,
    rootsOnly: true,
  },
} satisfies Record<string, SpanSortColumn>;

export type SpanOrder = ListOrder<keyof typeof SPAN_SORTS>;

/** Whether the order works only for root spans; its query joins their traces. */
export function requiresRoots({ col }: SpanOrder): boolean {
  const column: SpanSortColumn | null = col ? SPAN_SORTS[col] : null;
  return column?.rootsOnly ?? false;
}
