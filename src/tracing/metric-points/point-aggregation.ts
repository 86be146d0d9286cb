import { MetricKind } from './metric-kind.enum.js';

/** The reductions of a metric's points to a number. */
export type PointAggregation = 'COUNT' | 'SUM' | 'RATE' | 'LAST' | 'MEAN' | 'P50' | 'P95' | 'P99';

/** The aggregations that each kind of metric has. */
export const AGGREGATIONS: Record<MetricKind, readonly PointAggregation[]> = {
  [MetricKind.SUM]: ['SUM', 'RATE'],
  [MetricKind.GAUGE]: ['LAST', 'MEAN'],
  [MetricKind.HISTOGRAM]: ['COUNT', 'SUM', 'RATE', 'MEAN', 'P50', 'P95', 'P99'],
};

/** How kinds are called in messages. */
export const KIND_NAMES: Record<MetricKind, string> = {
  [MetricKind.SUM]: 'counter',
  [MetricKind.GAUGE]: 'gauge',
  [MetricKind.HISTOGRAM]: 'histogram',
};

/** Returns whether the values of groups add up to that of all of them. */
export function addsUp(aggregation: PointAggregation): boolean {
  return aggregation === 'COUNT' || aggregation === 'SUM' || aggregation === 'RATE';
}

export const PROBABILITIES: Partial<Record<PointAggregation, number>> = {
  P50: 0.5,
  P95: 0.95,
  P99: 0.99,
};
