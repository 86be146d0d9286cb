import type { StoredMetric } from './use-sent-metrics.js';

/** How points of a metric become a number, in charts and alert rules. */
export type MetricAggregation = 'COUNT' | 'SUM' | 'RATE' | 'LAST' | 'MEAN' | 'P50' | 'P95' | 'P99';

interface Option {
  value: MetricAggregation;
  label: string;
}

const LABELS: Record<MetricAggregation, string> = {
  SUM: 'Sum',
  RATE: 'Rate per minute',
  LAST: 'Last value',
  MEAN: 'Mean',
  COUNT: 'Number of values',
  P50: 'Median',
  P95: '95th percentile',
  P99: '99th percentile',
};

const OF_KINDS: Record<StoredMetric['kind'], readonly MetricAggregation[]> = {
  SUM: ['SUM', 'RATE'],
  GAUGE: ['LAST', 'MEAN'],
  HISTOGRAM: ['MEAN', 'P50', 'P95', 'P99', 'COUNT', 'SUM', 'RATE'],
};

const ALL = Object.keys(LABELS) as MetricAggregation[];

/** Names an aggregation of a metric. */
export function nameAggregation(aggregation: string): string {
  return LABELS[aggregation as MetricAggregation] ?? aggregation;
}

/** Lists the aggregations that fit a metric; all of them for one that is not known. */
export function listAggregations(kind: StoredMetric['kind'] | undefined): readonly Option[] {
  return (kind ? OF_KINDS[kind] : ALL).map((value) => ({ value, label: LABELS[value] }));
}

/** Returns the aggregation, or the first one if it does not fit a metric. */
export function fitAggregation(
  kind: StoredMetric['kind'] | undefined,
  aggregation: string,
): MetricAggregation {
  const fitting = listAggregations(kind);
  return (fitting.find(({ value }) => value === aggregation) ?? fitting[0]!).value;
}
