import { Injectable } from '@nestjs/common';
import { BadRequestError } from '../../../kernel/errors/errors.js';
import type { PricedCounts } from '../../../spans/cost-details.js';
import type { GroupOrder } from '../../fields/groups.js';
import { type Chart, isAdditive } from '../chart.js';
import { ChartEntity, ChartGrouping, ChartKind } from '../chart.enum.js';
import { ChartsService } from '../charts/charts.service.js';
import {
  type Measure,
  type AlertMeasureName,
  ALERT_MEASURES,
  POINT_ALERT_MEASURES,
  ROW_ALERT_MEASURES,
} from './alert-measures.contract.js';
import { FiguresQueries } from '../compute/figures.queries.js';
import { findRolledFigure } from '../compute/rolled-figure.js';

export { ChartGrouping } from '../chart.enum.js';
export { shortenKey } from '../chart.js';

/** The figure to compute, and its rows. */
export interface Measured {
  target: 'TRACES' | 'SPANS' | 'METRICS';
  /** The name of the metric, if the target is one. */
  metric: string | null;
  /** In the filter language; empty for all. */
  condition: string;
  measure: AlertMeasureName;
  /** The name of the annotations whose scores are averaged. */
  annotation: string | null;
  /** The grouping, to measure each group separately; absent or null for all rows together. */
  groupBy?: `${ChartGrouping}` | null;
  /** The dotted name of the attribute to group by. */
  groupAttribute?: string | null;
}

/** A group of rows, such as those of one user. */
export interface MeasuredGroup {
  key: string;
  value: number;
}

/** The groups with the highest or the lowest values, in this order. */
export interface MeasuredGroups {
  groups: MeasuredGroup[];
  /** Whether there are more, whose values are not beyond those of the last group. */
  hasMore: boolean;
}

/** The groups to measure. */
export interface GroupSelection {
  max: number;
  order: Exclude<GroupOrder, 'LARGEST'>;
}

/** Times from `start` (inclusive) to `end` (exclusive). */
export interface MeasuredRange {
  start: string;
  end: string;
}

/** The figures of a project that rollups have; null if there are no traces. */
export type RolledMeasures = Partial<Record<AlertMeasureName, number | null>>;

const WHOLE = { entity: ChartEntity.TRACES, kind: ChartKind.NUMBER, groupLimit: 1 };

/** Returns whether metrics have a measure, or traces and spans. */
function isMeasureOf(target: Measured['target'], measure: AlertMeasureName): boolean {
  return measure in listAlertMeasures(target);
}

/** Returns whether `readRolled` reads a figure, for many projects at once. */
export function isRolled(measured: Measured): boolean {
  if (measured.groupBy) return false;
  return findRolledFigure(toChart(measured, ChartKind.NUMBER))?.of === 'traces';
}

/** Measures projects in windows of time. */
@Injectable()
export class MeasuresService {
  constructor(
    private readonly figures: FiguresQueries,
    private readonly charts: ChartsService,
  ) {}

  /** @throws FilterSyntaxError for a mistake in the condition, BadRequestError for parts that are missing or do not fit. */
  check(measured: Measured): void {
    const { target, measure } = measured;
    if (!isMeasureOf(target, measure)) {
      const known = Object.keys(listAlertMeasures(target)).join(', ');
      throw new BadRequestError(`${target} have no measure ${measure}. Choose one of ${known}.`);
    }
    this.charts.check(toChart(measured, measured.groupBy ? ChartKind.RANKING : ChartKind.NUMBER));
  }

  /**
   * Checks that a project does not have the metric as one of another kind.
   * @throws BadRequestError if it has.
   */
  async assertFitsMetric(projectId: number, measured: Measured): Promise<void> {
    await this.charts.assertFitsMetric(projectId, toChart(measured, ChartKind.NUMBER));
  }

  /**
   * Reads what rollups have, for many projects at once.
   * @param withLatencies latencies take longer than the rest, so they are null unless this is true.
   */
  async readRolled(
    projectIds: readonly number[],
    range: MeasuredRange,
    withLatencies: boolean,
  ): Promise<Map<number, RolledMeasures>> {
    const found = await this.figures.readRolled<RolledMeasures>('traces', ROLLED_SUMS, {
      projectIds,
      range,
    });
    const measures = new Map(found.map(({ projectId, ...values }) => [projectId, values]));
    if (withLatencies) {
      const scope = { projectIds: [...measures.keys()], range };
      const latencies = await this.figures.readQuantiles('traces', scope, PROBABILITIES);
      for (const { projectId, quantiles } of latencies) {
        const values = LATENCIES.map(({ name }, at) => [name, quantiles?.[at] ?? null]);
        Object.assign(measures.get(projectId)!, Object.fromEntries(values));
      }
    }
    return new Map(projectIds.map((id) => [id, measures.get(id) ?? {}]));
  }

  /**
   * Reads one figure; null if there are no rows. If rollups do not have it and many rows meet the
   * condition, it is estimated from a sample.
   * @param maxSeconds for rows; rollups take milliseconds.
   * @throws BadRequestError if it takes too long.
   */
  async read(
    projectId: number,
    measured: Measured,
    { start, end }: MeasuredRange,
    maxSeconds: number,
  ): Promise<number | null> {
    const chart = toChart(measured, ChartKind.NUMBER);
    const range = { start, end, bins: [new Date(start)], maxSeconds };
    const { groups } = await this.charts.compute(projectId, chart, range);
    return groups[0]?.value ?? emptyValue(measured);
  }

  /**
   * Counts the LLM spans with tokens that a cost covers, in all groups, and those of them without a
   * price. Null for other measures.
   * @throws BadRequestError if it takes too long.
   */
  async countPriced(
    projectId: number,
    measured: Measured,
    range: MeasuredRange,
    maxSeconds: number,
  ): Promise<PricedCounts | null> {
    if (measured.measure !== 'COST') return null;
    const chart = toChart({ ...measured, groupBy: null }, ChartKind.NUMBER);
    return this.charts.countPriced(projectId, chart, { ...range, maxSeconds });
  }

  /**
   * Reads one figure of each group, with one query however many there are. Rows without a value to
   * group by are left out.
   * @throws BadRequestError if it takes too long.
   */
  async readGroups(
    projectId: number,
    measured: Measured,
    { start, end }: MeasuredRange,
    { max, order }: GroupSelection,
    maxSeconds: number,
  ): Promise<MeasuredGroups> {
    // One more, in case one of them is of the rows without a value.
    const groupLimit = max + 1;
    const chart = { ...toChart(measured, ChartKind.RANKING), groupLimit, groupOrder: order };
    const range = { start, end, bins: [new Date(start)], maxSeconds };
    const { groups, otherCount } = await this.charts.compute(projectId, chart, range);
    const named = groups.flatMap(({ key, value, isOther }) =>
      key === null || isOther ? [] : { key, value },
    );
    return { groups: named.slice(0, max), hasMore: otherCount > 0 || named.length > max };
  }

  /**
   * Reads for each bin the figure of the group for which it is highest or lowest, of the groups for
   * which it is highest or lowest in all bins together.
   */
  async readBinsOfGroups(
    projectId: number,
    measured: Measured,
    bins: readonly Date[],
    end: string,
    { max, order }: GroupSelection,
    maxSeconds: number,
  ): Promise<(number | null)[]> {
    const chart = { ...toChart(measured, ChartKind.LINES), groupLimit: max, groupOrder: order };
    const range = { start: bins[0]!.toISOString(), end, bins, maxSeconds };
    const { groups } = await this.charts.compute(projectId, chart, range);
    const named = groups.filter(({ key, isOther }) => key !== null && !isOther);
    const pick = order === 'HIGHEST' ? Math.max : Math.min;
    return bins.map((_, at) => {
      const values = named.map(({ values }) => values[at]).filter((value) => value != null);
      return values.length > 0 ? pick(...values) : emptyValue(measured);
    });
  }

  /** Reads one figure for each bin, in the same way. */
  async readBins(
    projectId: number,
    measured: Measured,
    bins: readonly Date[],
    end: string,
    maxSeconds: number,
  ): Promise<(number | null)[]> {
    const chart = toChart(measured, ChartKind.LINES);
    const range = { start: bins[0]!.toISOString(), end, bins, maxSeconds };
    const { groups } = await this.charts.compute(projectId, chart, range);
    return groups[0]?.values ?? bins.map(() => emptyValue(measured));
  }
}

/** The figures of traces that are sums of rollups, and those that are quantiles. */
const ROLLED = Object.entries(ROW_ALERT_MEASURES).flatMap(([name, { chart }]) => {
  const figure = findRolledFigure({ ...chart, ...WHOLE });
  return figure ? [{ name, figure }] : [];
});
const ROLLED_SUMS = ROLLED.flatMap(({ name, figure }) =>
  figure.probability === undefined ? `${figure.value} AS "${name}"` : [],
).join(', ');
const LATENCIES = ROLLED.flatMap(({ name, figure: { probability } }) =>
  probability === undefined ? [] : [{ name, probability }],
);
const PROBABILITIES = LATENCIES.map(({ probability }) => probability);

/** Returns what a measure is if there are no rows: 0 for those that add up, otherwise null. */
export function emptyValue({ measure }: Pick<Measured, 'measure'>): number | null {
  return isAdditive(ALERT_MEASURES[measure].chart) ? 0 : null;
}

function toChart(measured: Measured, kind: ChartKind): Chart {
  const { target, metric, condition, annotation, groupBy, groupAttribute } = measured;
  // A single number of all groups together may be wanted, too.
  const isGrouped = groupBy && kind !== ChartKind.NUMBER;
  const grouping = isGrouped ? { groupBy: ChartGrouping[groupBy], attribute: groupAttribute } : {};
  const figure = listAlertMeasures(target)[measured.measure]!.chart;
  const entity = ChartEntity[target];
  return {
    entity,
    kind,
    ...figure,
    metric,
    annotation,
    condition: condition.trim(),
    groupLimit: 1,
    ...grouping,
  };
}

function listAlertMeasures(target: Measured['target']): Partial<Record<AlertMeasureName, Measure>> {
  return target === 'METRICS' ? POINT_ALERT_MEASURES : ROW_ALERT_MEASURES;
}
