import { DomainError } from '../../kernel/errors/errors.js';
import {
  type KeysetSort,
  type SortColumn,
  toKeysetSort,
} from '../../kernel/pagination/keyset-sort.js';
import type { AnnotatedOrder } from '../annotation-sorts/annotation-sort.js';
import { SPAN_FIGURES, type SpanFigure } from './span-figures.js';

interface SpanSortColumn extends SortColumn {
  /**
   * Not in the row of the span: `SpansBySubtreeQueries` lists spans by it. Unless it is `ownCost`,
   * `sql` is the total of the trace, joined as `t`, which lists root spans, because their subtree
   * is the whole trace.
   */
  figure?: SpanFigure;
  /** Condition of its index, which leaves out other spans. */
  where?: string;
}

/**
 * Every value by which spans can be sorted. GraphQL offers the names in `SpanColumn`
 * (graphql/spans.args.ts). REST lists spans by start or by row ID.
 */
export const SPAN_SORTS = {
  startTime: { sql: 's.start_time', type: 'DATETIME', nullable: false },
  endTime: { sql: 's.end_time', type: 'DATETIME', nullable: false },
  latencyMs: {
    sql: '(extract(epoch FROM s.end_time - s.start_time) * 1000)',
    type: 'FLOAT',
    nullable: false,
  },
  timeToFirstTokenMs: {
    sql: 's.time_to_first_token_ms',
    type: 'FLOAT',
    nullable: false,
    where: 's.time_to_first_token_ms IS NOT NULL',
  },
  tokenCountTotal: {
    sql: '(s.prompt_tokens + s.completion_tokens)',
    type: 'INT',
    nullable: true,
  },
  tokenCountPrompt: { sql: 's.prompt_tokens', type: 'INT', nullable: true },
  tokenCountCompletion: { sql: 's.completion_tokens', type: 'INT', nullable: true },
  cumulativeTokenCountTotal: byFigure('tokens'),
  cumulativeTokenCountPrompt: byFigure('promptTokens'),
  cumulativeTokenCountCompletion: byFigure('completionTokens'),
  tokenCostTotal: byFigure('ownCost'),
  cumulativeTokenCostTotal: byFigure('cost'),
} satisfies Record<string, SpanSortColumn>;

export type SpanOrder = AnnotatedOrder<keyof typeof SPAN_SORTS>;

/** Returns the figure that the order compares, if it is not in the rows of spans. */
export function findFigure(order: SpanOrder | null | undefined): SpanFigure | null {
  const column: SpanSortColumn | null = order?.col ? SPAN_SORTS[order.col] : null;
  return column?.figure ?? null;
}

/** Returns a condition on spans that the index of the order has; null if there is none. */
export function findCondition(order: SpanOrder | null | undefined): string | null {
  const column: SpanSortColumn | null = order?.col ? SPAN_SORTS[order.col] : null;
  return column?.where ?? null;
}

/**
 * Returns the order of the spans of a trace: the newest stored first, unless another is requested.
 * @throws DomainError BAD_USER_INPUT for an order that is not in the rows of spans.
 */
export function toSpanOfTraceSort(order: SpanOrder | null): KeysetSort {
  if (order?.annotations || findFigure(order)) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'The spans of a trace cannot be sorted by annotations, costs or cumulative tokens. Sort the spans of the project, with a condition on `trace_id`.',
    );
  }
  const sort = toKeysetSort(SPAN_SORTS, order ?? { dir: 'desc' }, 's.id');
  // The spans of a trace need no index, so none of them is left out.
  return findCondition(order) ? { ...sort, column: { ...sort.column!, nullable: true } } : sort;
}

function byFigure(figure: SpanFigure) {
  const { ofTrace: sql, type } = SPAN_FIGURES[figure];
  return { sql, type, nullable: false, figure } as const;
}
