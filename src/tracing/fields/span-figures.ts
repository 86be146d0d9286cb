import { costOf } from '../../spans/cost-details.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import type { SortColumn } from '../../kernel/pagination/keyset-sort.js';

/** A number of each span by which to sort, which no span of a trace has more of than the trace. */
export type SpanFigure = 'promptTokens' | 'completionTokens' | 'tokens' | 'cost' | 'ownCost';

/** SQL placeholder of the traces or of the project whose spans count. PostgreSQL refuses unused ones. */
export type SpanScope = { traceIds: string } | { bindProjectId: () => string };

export interface FigureSql {
  type: SortColumn['type'] & ('INT' | 'FLOAT');
  /** The figure of a trace `t`; null or 0 if none of its spans has a value. */
  ofTrace: string;
  /** Whether spans without a value count as 0. Otherwise they are left out. */
  countsAll: boolean;
  /** `WITH` of `sums (trace_id, span_id, value)`, with the spans that have a value. */
  writeSums(scope: SpanScope, distribution: Distribution): string;
}

const OWN_COST = costOf('c');

/** Without a price, there is no cost. */
export const SPAN_FIGURES: Record<SpanFigure, FigureSql> = {
  promptTokens: tokens('t.prompt_tokens', 'o.prompt_tokens'),
  completionTokens: tokens('t.completion_tokens', 'o.completion_tokens'),
  tokens: tokens(
    '(t.prompt_tokens + t.completion_tokens)',
    'coalesce(o.prompt_tokens, 0) + coalesce(o.completion_tokens, 0)',
  ),
  cost: {
    ...cost(),
    writeSums: (scope, distribution) =>
      addUp(scope, distribution, {
        join: 'JOIN span_costs c ON c.trace_id = o.trace_id AND c.span_id = o.span_id',
        where: `${OWN_COST} IS NOT NULL`,
        own: OWN_COST,
        // The sum of floats depends on their order, and every page must find the same value.
        sum: 'sum(own::numeric)::float8',
        type: 'float8',
      }),
  },
  ownCost: {
    ...cost(),
    writeSums: (scope) =>
      `WITH sums AS (
         SELECT c.trace_id, c.span_id, ${OWN_COST} AS value FROM span_costs c
          WHERE ${'traceIds' in scope ? `c.trace_id = ANY(${scope.traceIds})` : 'true'}
            AND ${OWN_COST} IS NOT NULL)`,
  },
};

function tokens(ofTrace: string, own: string): FigureSql {
  return {
    type: 'INT',
    ofTrace,
    countsAll: true,
    writeSums: (scope, distribution) =>
      addUp(scope, distribution, {
        join: '',
        where: `(${own}) > 0`,
        own,
        sum: 'sum(own)::bigint',
        type: 'bigint',
      }),
  };
}

function cost(): Omit<FigureSql, 'writeSums'> {
  return { type: 'FLOAT', ofTrace: costOf('t'), countsAll: false };
}

function isIn(scope: SpanScope): string {
  return 'traceIds' in scope
    ? `o.trace_id = ANY(${scope.traceIds})`
    : `o.project_id = ${scope.bindProjectId()}`;
}

interface AddedUp {
  /** Joins what spans `o` have a value in. */
  join: string;
  /** Which of them have one. */
  where: string;
  own: string;
  sum: string;
  type: 'bigint' | 'float8';
}

/** Each span with a value counts for itself and for those above it. `UNION` ends cycles of parents. */
function addUp(
  scope: SpanScope,
  distribution: Distribution,
  { join, where, own, sum, type }: AddedUp,
): string {
  // Only one of them is written, because each adds a parameter.
  if (distribution.hasWorkers) {
    return `
  WITH sums AS (
    SELECT added.trace_id, span.key AS span_id, (span.value ->> 0)::numeric::${type} AS value
      FROM (SELECT o.trace_id, spandrel_subtree_sums(
                     array_agg(o.span_id), array_agg(o.parent_id),
                     array_agg((CASE WHEN ${where} THEN ${own} END)::numeric),
                     array_agg(NULL::numeric)) AS sums
              FROM spans o ${join && `LEFT ${join}`}
             WHERE ${isIn(scope)} GROUP BY o.trace_id) added
     CROSS JOIN LATERAL jsonb_each(added.sums) span)`;
  }
  return `
  WITH RECURSIVE above (trace_id, span_id, parent_id, origin, own) AS (
    SELECT o.trace_id, o.span_id, o.parent_id, o.span_id, ${own}
      FROM spans o ${join} WHERE ${isIn(scope)} AND ${where}
    UNION
    SELECT p.trace_id, p.span_id, p.parent_id, a.origin, a.own
      FROM above a JOIN spans p ON p.trace_id = a.trace_id AND p.span_id = a.parent_id),
  sums AS (SELECT trace_id, span_id, ${sum} AS value FROM above GROUP BY trace_id, span_id)`;
}
