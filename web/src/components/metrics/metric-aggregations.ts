import {
  METRIC_AGGREGATIONS,
  listOptions,
  type MetricAggregation,
} from '../../lib/format/measures.js';
import type { StoredMetric } from './use-sent-metrics.js';

const OF_KINDS: Record<StoredMetric['kind'], readonly MetricAggregation[]> = {
  SUM: ['SUM', 'RATE'],
  GAUGE: ['LAST', 'MEAN'],
  HISTOGRAM: ['MEAN', 'P50', 'P95', 'P99', 'COUNT', 'SUM', 'RATE'],
};

/** Names an aggregation of a metric. */
export function nameAggregation(aggregation: string): string {
  return METRIC_AGGREGATIONS[aggregation as MetricAggregation]?.label ?? aggregation;
}

/** Lists the aggregations that fit a metric; all of them for one that is not known. */
export function listAggregations(kind: StoredMetric['kind'] | undefined) {
  if (!kind) return listOptions(METRIC_AGGREGATIONS);
  return OF_KINDS[kind].map((value) => ({ value, ...METRIC_AGGREGATIONS[value] }));
}

/** Returns the aggregation, or the first one if it does not fit a metric. */
export function fitAggregation(
  kind: StoredMetric['kind'] | undefined,
  aggregation: string,
): MetricAggregation {
  const fitting = listAggregations(kind);
  return (fitting.find(({ value }) => value === aggregation) ?? fitting[0]!).value;
}
