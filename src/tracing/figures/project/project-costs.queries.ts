import { Injectable } from '@nestjs/common';
import {
  COST_DETAIL_ORDER,
  COST_DETAIL_SUMS,
  COST_DETAIL_TYPE,
  COUNT_PRICED,
  type CostDetailSums,
  UNPRICED_MODEL,
  UNPRICED_SPANS,
  UNPRICED_SUMS,
  sumCosts,
} from '../../../spans/cost-details.js';
import { type Figure, FiguresQueries, type SelectedRows } from '../compute/figures.queries.js';
import type { FigureRange, FilteredRange } from '../rows/figure-sources.js';
import type { UnpricedSums } from '../../graphql/cost.type.js';
import type { ProjectTotals } from './project-figures.queries.js';

/** Totals over the costs of the spans of a project that meet a condition. */
type SpanCostTotals = Pick<
  ProjectTotals,
  'projectId' | 'promptCost' | 'completionCost' | 'tokenSpanCount' | 'unpricedSpanCount'
>;

/** SQL for the costs of many projects at once that are not in the rows of traces. */
@Injectable()
export class ProjectCostsQueries {
  constructor(private readonly figures: FiguresQueries) {}

  /**
   * Reads the cost of the spans that meet the condition.
   * @throws BadRequestError if the condition takes too long.
   */
  readSpanCosts(projectIds: readonly number[], range: FilteredRange): Promise<SpanCostTotals[]> {
    return this.figures.read<SpanCostTotals>(
      {
        of: 'spans',
        rows: ({ keys, columns, source, groups }) =>
          `SELECT ${keys}, ${sumCosts('c')}, ${COUNT_PRICED.tokens} AS "tokenSpanCount",
                  ${COUNT_PRICED.unpriced} AS "unpricedSpanCount"
             FROM (SELECT s.trace_id, s.span_id, ${columns} ${source}) k
             JOIN span_costs c ON c.trace_id = k.trace_id AND c.span_id = k.span_id
            GROUP BY ${groups}`,
      },
      { projectIds, range },
    );
  }

  /**
   * Reads the cost of the traces that began in the range or, with a condition on spans, of the spans
   * that meet it, by type of tokens.
   * @throws BadRequestError if it takes too long.
   */
  readCostDetails(
    projectIds: readonly number[],
    range: FigureRange,
  ): Promise<(CostDetailSums & { projectId: number })[]> {
    return this.figures.read<CostDetailSums>(
      {
        ...joinCosts(
          range,
          ({ keys }, from, isSame) =>
            `SELECT ${keys}, ${COST_DETAIL_SUMS} FROM ${from} JOIN span_cost_details d ON ${isSame}
              GROUP BY 1, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
        ),
        rolled: {
          group: 'tokenType',
          figures: COST_DETAIL_SUMS,
          key: COST_DETAIL_TYPE,
          order: COST_DETAIL_ORDER,
        },
      },
      { projectIds, range },
    );
  }

  /**
   * Reads the models without a price of the traces that began in the range or, with a condition on
   * spans, of the spans that meet it.
   * @throws BadRequestError if it takes too long.
   */
  readUnpriced(
    projectIds: readonly number[],
    range: FigureRange,
  ): Promise<(UnpricedSums & { projectId: number })[]> {
    return this.figures.read<UnpricedSums>(
      {
        ...joinCosts(
          range,
          ({ keys }, from, isSame) =>
            `SELECT ${keys}, ${UNPRICED_SUMS} FROM ${from} JOIN (${UNPRICED_SPANS}) d ON ${isSame}
              GROUP BY 1, ${UNPRICED_MODEL}`,
        ),
        rolled: { group: 'unpricedModel', figures: UNPRICED_SUMS, key: UNPRICED_MODEL },
      },
      { projectIds, range },
    );
  }
}

/**
 * Returns the SQL that makes a figure of costs `d` from traces, or of spans if there is a condition on these.
 * @param toSql gets what to select from, and SQL of whether costs belong to it.
 */
function joinCosts(
  { addSpanCondition }: FigureRange,
  toSql: (selected: SelectedRows, from: string, isSame: string) => string,
): Figure {
  const [of, key, isSame] = addSpanCondition
    ? ([
        'spans',
        's.trace_id, s.span_id',
        'd.trace_id = k.trace_id AND d.span_id = k.span_id',
      ] as const)
    : (['traces', 't.trace_id', 'd.trace_id = k.trace_id'] as const);
  return {
    of,
    rows: (selected) =>
      toSql(selected, `(SELECT ${key}, ${selected.columns} ${selected.source}) k`, isSame),
  };
}
