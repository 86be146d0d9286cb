import { BadRequestError } from '../../kernel/errors/errors.js';
import { type GroupOrder, MAX_KEY_LENGTH } from '../fields/groups.js';
import { SESSION_MEASURES } from '../fields/session.js';
import { SPAN_MEASURES } from '../fields/span.js';
import { TRACE_MEASURES } from '../fields/trace.js';
import {
  AGGREGATIONS,
  type PointAggregation,
  PROBABILITIES,
} from '../metric-points/point-aggregation.js';
import {
  ChartAggregation,
  ChartEntity,
  ChartGrouping,
  ChartKind,
  type ChartMeasure,
} from './chart.enum.js';

/** The definition of a chart. */
export interface Chart {
  entity: ChartEntity;
  kind: ChartKind;
  aggregation: ChartAggregation;
  /** The number to aggregate, if the aggregation is of numbers. */
  measure?: ChartMeasure | null;
  /** The name of the metric, if the chart is of one. */
  metric?: string | null;
  /** The name of the annotations whose scores to aggregate. */
  annotation?: string | null;
  groupBy?: ChartGrouping | null;
  /** The dotted name of the attribute to group by. */
  attribute?: string | null;
  /** How many groups to show. */
  groupLimit: number;
  /** Which groups come first; the largest by default. */
  groupOrder?: GroupOrder;
  /** A condition in the filter language on the spans, traces, sessions or points of the metric. */
  condition?: string | null;
}

/** A chart of spans, traces or sessions. */
export interface RowChart extends Chart {
  entity: RowEntity;
}

export type RowEntity = Exclude<ChartEntity, ChartEntity.METRICS>;

/** Returns whether a chart is of rows, and not of a metric. */
export function isOfRows(chart: Chart): chart is RowChart {
  return chart.entity !== ChartEntity.METRICS;
}

/** Shortens a value to the key of its group, as queries do. */
export function shortenKey(value: string): string {
  return Array.from(value).slice(0, MAX_KEY_LENGTH).join('');
}

/** The measures of each entity. */
export const MEASURES = {
  [ChartEntity.SPANS]: SPAN_MEASURES,
  [ChartEntity.TRACES]: TRACE_MEASURES,
  [ChartEntity.SESSIONS]: SESSION_MEASURES,
};

/** The groupings of each entity: only those that cost no more than reading its rows. */
const GROUPINGS: Record<ChartEntity, readonly ChartGrouping[]> = {
  [ChartEntity.SPANS]: Object.values(ChartGrouping),
  [ChartEntity.TRACES]: [
    ChartGrouping.NAME,
    ChartGrouping.STATUS,
    ChartGrouping.USER,
    ChartGrouping.SESSION,
    ChartGrouping.ATTRIBUTE,
  ],
  [ChartEntity.SESSIONS]: [ChartGrouping.STATUS, ChartGrouping.USER],
  [ChartEntity.METRICS]: [ChartGrouping.ATTRIBUTE],
};

/** The quantile that an aggregation is. */
export const QUANTILE_OF: Partial<Record<ChartAggregation, number>> = PROBABILITIES;

const OF_MEASURES: readonly ChartAggregation[] = [
  ChartAggregation.SUM,
  ChartAggregation.MEAN,
  ChartAggregation.P50,
  ChartAggregation.P95,
  ChartAggregation.P99,
];

/** The aggregations of metrics. Which of them fit depends on the kind of the metric. */
const OF_METRICS: ReadonlyMap<string, PointAggregation> = new Map(
  Object.values(AGGREGATIONS)
    .flat()
    .map((one) => [one, one]),
);

const ONLY_OF_METRICS: readonly ChartAggregation[] = [ChartAggregation.RATE, ChartAggregation.LAST];

/** Aggregations whose values for parts of the rows add up to that for all of them. */
const ADDITIVE: readonly ChartAggregation[] = [
  ChartAggregation.COUNT,
  ChartAggregation.FAILED_COUNT,
  ChartAggregation.SUM,
  ChartAggregation.RATE,
];

/** Returns the aggregation of a chart of a metric; undefined for one of rows. */
function findPointAggregation({ aggregation }: Chart): PointAggregation | undefined {
  return OF_METRICS.get(aggregation);
}

/** Returns the aggregation of a chart of a metric that was checked. */
export function toPointAggregation(chart: Chart): PointAggregation {
  return findPointAggregation(chart)!;
}

/** Returns whether the groups that a chart does not show can be shown together, as one more group. */
export function isAdditive({ aggregation }: Pick<Chart, 'aggregation'>): boolean {
  return ADDITIVE.includes(aggregation);
}

/** Returns whether a chart has a value for each bin of its range, and not only one for the whole range. */
export function hasBins({ kind }: Pick<Chart, 'kind'>): boolean {
  return kind === ChartKind.LINES || kind === ChartKind.STACKED_BARS;
}

/** Returns whether only calls of models count, because other spans have no tokens and no cost. */
export function countsOnlyCalls({ entity, measure }: Chart): boolean {
  if (entity !== ChartEntity.SPANS || !measure) return false;
  return SPAN_MEASURES[measure].isOfCalls ?? false;
}

/** Returns whether indexes alone can tell the values of a chart, so that it is never estimated. */
export function readsOnlyIndexes({ entity, aggregation, groupBy }: Chart): boolean {
  const isCount =
    aggregation === ChartAggregation.COUNT || aggregation === ChartAggregation.FAILED_COUNT;
  return entity === ChartEntity.SESSIONS || (isCount && !groupBy);
}

/**
 * Returns a chart without the parts that its aggregation and grouping ignore. Does not check the
 * condition.
 * @throws BadRequestError if parts are missing or do not fit together.
 */
export function normalizeChart(chart: Chart): Chart {
  const { entity, kind, aggregation, groupLimit } = chart;
  const groupBy = chart.groupBy ?? null;
  if (groupBy && !GROUPINGS[entity].includes(groupBy)) {
    const known = GROUPINGS[entity].join(', ');
    throw new BadRequestError(`${entity} cannot be grouped by ${groupBy}. Choose one of ${known}.`);
  }
  if (groupBy && kind === ChartKind.NUMBER) {
    throw new BadRequestError('A chart that shows one number cannot be grouped.');
  }
  if (kind === ChartKind.STACKED_BARS && !isAdditive(chart)) {
    throw new BadRequestError(
      `Bars cannot be stacked by ${aggregation}, because its values do not add up. Choose lines.`,
    );
  }
  assertFits(chart);
  const isMetric = entity === ChartEntity.METRICS;
  const measure =
    !isMetric && OF_MEASURES.includes(aggregation)
      ? requirePart(chart, 'measure', `the aggregation ${aggregation}`)
      : null;
  if (measure && isOfRows(chart) && !(measure in MEASURES[chart.entity])) {
    const known = Object.keys(MEASURES[chart.entity]).join(', ');
    throw new BadRequestError(
      `${entity} do not have the measure ${measure}. Choose one of ${known}.`,
    );
  }
  return {
    entity,
    kind,
    aggregation,
    measure,
    metric: isMetric ? requirePart(chart, 'metric', 'a chart of METRICS') : null,
    annotation:
      aggregation === ChartAggregation.MEAN_SCORE
        ? requirePart(chart, 'annotation', `the aggregation ${aggregation}`)
        : null,
    groupBy,
    attribute:
      groupBy === ChartGrouping.ATTRIBUTE
        ? requirePart(chart, 'attribute', 'a group for each value of an attribute')
        : null,
    groupLimit,
    ...(chart.groupOrder && { groupOrder: chart.groupOrder }),
    condition: chart.condition?.trim() ? chart.condition : null,
  };
}

/** Checks that an aggregation is one of rows, or of metrics. */
function assertFits(chart: Chart): void {
  const { entity, aggregation } = chart;
  if (isOfRows(chart)) {
    if (!ONLY_OF_METRICS.includes(aggregation)) return;
    throw new BadRequestError(`Only METRICS can be aggregated by ${aggregation}.`);
  }
  if (findPointAggregation(chart)) return;
  throw new BadRequestError(
    `${entity} cannot be aggregated by ${aggregation}. Choose one of ${[...OF_METRICS.keys()].join(', ')}.`,
  );
}

function requirePart<K extends 'measure' | 'metric' | 'annotation' | 'attribute'>(
  chart: Chart,
  part: K,
  purpose: string,
): NonNullable<Chart[K]> {
  const value = chart[part];
  if (value) return value;
  throw new BadRequestError(`${part} is required for ${purpose}.`);
}
