import { Injectable } from '@nestjs/common';
import type { PricedCounts } from '../../../spans/cost-details.js';
import { FiguresQueries } from '../compute/figures.queries.js';
import { findRolledFigure } from '../compute/rolled-figure.js';
import { readRowCondition } from '../../conditions/row-condition.js';
import { MetricPointsService } from '../../metric-points/metric-points.service.js';
import { readPointCondition } from '../../metric-points/point-condition.js';
import { SpansService } from '../../spans/spans.service.js';
import {
  type Chart,
  countsOnlyCalls,
  hasBins,
  isAdditive,
  isOfRows,
  normalizeChart,
  type RowChart,
  toPointAggregation,
} from '../chart.js';
import { ChartEntity, ChartMeasure } from '../chart.enum.js';
import type { ChartScope } from '../rows/chart-rows.js';
import { type ChartCell, ChartsQueries } from '../rows/charts.queries.js';

export type { Chart } from '../chart.js';

/** The values of a group. */
export interface ChartGroupValues {
  /** Null for rows without a value to group by. */
  key: string | null;
  /** Whether these are the groups that are not shown by themselves. */
  isOther: boolean;
  /** Over the whole range. */
  value: number;
  rowCount: number;
  /** For each bin; null if a bin has no rows, unless the values add up. */
  values: (number | null)[];
}

/** The values of a chart. */
export interface ChartValues {
  /** The beginnings of the bins. */
  bins: readonly Date[];
  groups: ChartGroupValues[];
  /** How many groups are not shown by themselves. */
  otherCount: number;
  /** Whether the values are estimated from a random sample of the rows. */
  isEstimated: boolean;
}

/** The rows that began in a range, which is divided into bins. */
export interface ChartRange {
  start: string;
  end: string | null;
  bins: readonly Date[];
  /** How long each of its queries may take; as long as other figures by default. */
  maxSeconds?: number;
}

/** The only group of a chart that is not grouped. */
const UNGROUPED = { place: 1, key: null, groupCount: 1 };

/** Checks the definitions of charts and computes their values. */
@Injectable()
export class ChartsService {
  constructor(
    private readonly figures: FiguresQueries,
    private readonly queries: ChartsQueries,
    private readonly spans: SpansService,
    private readonly metrics: MetricPointsService,
  ) {}

  /**
   * Returns a chart without the parts that it ignores.
   * @throws BadRequestError if parts are missing or do not fit together, FilterSyntaxError if the
   * condition is invalid.
   */
  check(chart: Chart): Chart {
    const normalized = normalizeChart(chart);
    if (isOfRows(normalized)) this.readCondition(normalized);
    else readPointCondition(normalized.condition);
    return normalized;
  }

  /**
   * Checks that a project does not have the metric of a chart as one of another kind.
   * @throws BadRequestError if it has.
   */
  async assertFitsMetric(projectId: number, given: Chart): Promise<void> {
    const chart = normalizeChart(given);
    if (isOfRows(chart)) return;
    await this.metrics.assertFits(projectId, chart.metric!, toPointAggregation(chart));
  }

  /**
   * Computes a chart. Everything counts in the bin in which it began.
   * @throws what `check` throws, and BadRequestError if this takes too long.
   */
  async compute(projectId: number, given: Chart, range: ChartRange): Promise<ChartValues> {
    const chart = normalizeChart(given);
    const bins = hasBins(chart) ? range.bins : [];
    const isEmpty = range.bins.length === 0;
    const { cells, share } = isEmpty
      ? { cells: [], share: 1 }
      : await this.readCells(projectId, chart, range, bins);
    const groupCount = cells[0]?.groupCount ?? 0;
    return {
      bins,
      groups: toGroups(cells, chart, bins.length),
      otherCount: Math.max(0, groupCount - chart.groupLimit),
      isEstimated: share > 1,
    };
  }

  /**
   * Counts the LLM spans with tokens that a chart of costs covers, and those of them without a price. Null
   * for other charts.
   * @throws what `compute` throws.
   */
  async countPriced(
    projectId: number,
    given: Chart,
    range: Omit<ChartRange, 'bins'>,
  ): Promise<PricedCounts | null> {
    const chart = normalizeChart(given);
    if (chart.measure !== ChartMeasure.COST || !isOfRows(chart)) return null;
    // The chart itself is of what arrived, too.
    if (findRolledFigure(chart)) return this.figures.countPriced(projectId, range);
    return this.queries.countPriced(chart, this.toScope(projectId, chart, range));
  }

  private async readCells(
    projectId: number,
    chart: Chart,
    range: ChartRange,
    bins: readonly Date[],
  ): Promise<{ cells: ChartCell[]; share: number }> {
    if (isOfRows(chart)) {
      const rolled = await this.figures.readRolledChart(chart, {
        projectIds: [projectId],
        range,
        bins,
      });
      if (rolled) {
        return { cells: rolled.map((cell) => ({ ...UNGROUPED, ...cell }) as ChartCell), share: 1 };
      }
      const scope = this.toScope(projectId, chart, range);
      const share = await this.queries.findShare(chart, scope);
      return { cells: await this.queries.read(chart, scope, bins, share), share };
    }
    const { groupLimit, groupOrder, attribute = null, condition } = chart;
    const { start, end, maxSeconds } = range;
    const cells = await this.metrics.readCells(projectId, {
      name: chart.metric!,
      aggregation: toPointAggregation(chart),
      condition: readPointCondition(condition),
      groupBy: attribute,
      groupLimit,
      groupOrder,
      start,
      end,
      bins,
      maxSeconds,
    });
    return { cells, share: 1 };
  }

  private toScope(
    projectId: number,
    chart: RowChart,
    { start, end, maxSeconds }: Omit<ChartRange, 'bins'>,
  ): ChartScope {
    const limit = maxSeconds === undefined ? {} : { maxSeconds };
    const onlyCalls = countsOnlyCalls(chart);
    return { projectId, start, end, onlyCalls, ...limit, ...this.readCondition(chart) };
  }

  private readCondition({
    entity,
    condition,
  }: RowChart): Pick<ChartScope, 'addSpanCondition' | 'rowCondition'> {
    if (entity === ChartEntity.SPANS)
      return { addSpanCondition: this.spans.readCondition(condition) };
    const of = entity === ChartEntity.TRACES ? 'trace' : 'session';
    return { rowCondition: readRowCondition(of, condition) };
  }
}

function toGroups(cells: readonly ChartCell[], chart: Chart, binCount: number): ChartGroupValues[] {
  const empty = isAdditive(chart) ? 0 : null;
  const byPlace = Map.groupBy(cells, ({ place }) => place);
  return [...byPlace].map(([place, ofGroup]) => {
    const values = Array<number | null>(binCount).fill(empty);
    for (const { bin, value } of ofGroup) if (bin !== null && bin < binCount) values[bin] = value;
    const { key, value, rowCount } = ofGroup.find(({ bin }) => bin === null)!;
    return { key, isOther: place > chart.groupLimit, value, rowCount, values };
  });
}
