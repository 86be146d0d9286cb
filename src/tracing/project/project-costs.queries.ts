import { Injectable } from '@nestjs/common';
import { sumCosts } from '../fields/costs.js';
import { DatabaseReader } from '../../database/database-reader.js';
import {
  COST_DETAIL_ORDER,
  COST_DETAIL_SUMS,
  COST_DETAIL_TYPE,
  COUNT_PRICED,
  type CostDetailSums,
  UNPRICED_MODEL,
  UNPRICED_SPANS,
  UNPRICED_SUMS,
} from '../../spans/cost-details.js';
import { runFiguresRead } from '../../database/bounded-read.js';
import { RollupsQueries } from '../rollups/rollups.queries.js';
import {
  type FigureRange,
  type FigureSource,
  type FilteredRange,
  isWhole,
  selectSpans,
  selectTraces,
} from './figure-sources.js';
import type { UnpricedSums } from '../graphql/cost.type.js';
import type { ProjectTotals } from './project-figures.queries.js';

/** Totals over the costs of the spans of a project that meet a condition. */
type SpanCostTotals = Pick<
  ProjectTotals,
  'projectId' | 'promptCost' | 'completionCost' | 'tokenSpanCount' | 'unpricedSpanCount'
>;

/** SQL for the costs of many projects at once that are not in the rows of traces. */
@Injectable()
export class ProjectCostsQueries {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly rollups: RollupsQueries,
  ) {}

  /**
   * Reads the cost of the spans that meet the condition.
   * @throws BadRequestError if the condition takes too long.
   */
  readSpanCosts(projectIds: readonly number[], range: FilteredRange): Promise<SpanCostTotals[]> {
    const { source, parameters } = selectSpans(projectIds, range);
    return runFiguresRead(
      this.reader,
      `SELECT s.project_id AS "projectId", ${sumCosts('c')},
              ${COUNT_PRICED.tokens} AS "tokenSpanCount",
              ${COUNT_PRICED.unpriced} AS "unpricedSpanCount"
         FROM (SELECT s.project_id, s.trace_id, s.span_id ${source}) s
         JOIN span_costs c ON c.trace_id = s.trace_id AND c.span_id = s.span_id
        GROUP BY s.project_id`,
      parameters,
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
    if (isWhole(range)) {
      return this.rollups.readCosts(projectIds, range, {
        group: 'tokenType',
        figures: COST_DETAIL_SUMS,
        key: COST_DETAIL_TYPE,
        order: COST_DETAIL_ORDER,
      });
    }
    const { source, parameters, ofSpan } = selectCosts(projectIds, range);
    return runFiguresRead(
      this.reader,
      `SELECT k.project_id AS "projectId", ${COST_DETAIL_SUMS}
         FROM (${source}) k
         JOIN span_cost_details d ON d.trace_id = k.trace_id ${ofSpan}
        GROUP BY k.project_id, ${COST_DETAIL_TYPE} ORDER BY ${COST_DETAIL_ORDER}`,
      parameters,
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
    if (isWhole(range)) {
      return this.rollups.readCosts(projectIds, range, {
        group: 'unpricedModel',
        figures: UNPRICED_SUMS,
        key: UNPRICED_MODEL,
      });
    }
    const { source, parameters, ofSpan } = selectCosts(projectIds, range);
    return runFiguresRead(
      this.reader,
      `SELECT k.project_id AS "projectId", ${UNPRICED_SUMS}
         FROM (${source}) k JOIN (${UNPRICED_SPANS}) d ON d.trace_id = k.trace_id ${ofSpan}
        GROUP BY k.project_id, ${UNPRICED_MODEL}`,
      parameters,
    );
  }
}

/** Selects what costs `d` are joined to: traces, or spans if there is a condition on these. */
function selectCosts(
  projectIds: readonly number[],
  range: FigureRange,
): FigureSource & { ofSpan: string } {
  if (range.addSpanCondition) {
    const { source, parameters } = selectSpans(projectIds, range);
    return {
      source: `SELECT s.project_id, s.trace_id, s.span_id ${source}`,
      parameters,
      ofSpan: 'AND d.span_id = k.span_id',
    };
  }
  const { source, parameters } = selectTraces(projectIds, range);
  return { source: `SELECT t.project_id, t.trace_id ${source}`, parameters, ofSpan: '' };
}
