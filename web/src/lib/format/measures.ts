import type { introspection } from '../../graphql-env.js';
import {
  formatCost,
  formatCostExact,
  formatCount,
  formatDuration,
  formatDurationExact,
  formatExact,
  formatMeasured,
  formatMeasuredExact,
  formatScore,
  formatShare,
} from './numbers.js';

type ChartMeasure = introspection['types']['ChartMeasure']['enumValues'];
type ChartAggregation = introspection['types']['ChartAggregation']['enumValues'];
type AlertMeasure = introspection['types']['AlertMeasure']['enumValues'];

/** How spans, traces and sessions become a number in charts. */
export type RowAggregation = Exclude<ChartAggregation, 'LAST' | 'RATE'>;

/** How points of a metric become a number, in charts and alert rules. */
export type MetricAggregation = Exclude<ChartAggregation & AlertMeasure, 'ERROR_RATE'>;

/** The measures of alert rules, except aggregations of metrics only. */
export type RowAlertMeasure = Exclude<AlertMeasure, Exclude<MetricAggregation, 'COUNT'>>;

/** The unit of the values of a chart, which decides on the ticks of its axis. */
export type ScaleUnit = 'whole' | 'number' | 'ms';

/** How values are written. */
export interface ValueFormat {
  unit: ScaleUnit;
  /** Whether the values of several bins can be added up, unlike quantiles, means and shares. */
  isSum: boolean;
  short: (value: number) => string;
  /** For tables. */
  exact: (value: number) => string;
}

export const COUNTS: ValueFormat = {
  unit: 'whole',
  isSum: true,
  short: formatCount,
  exact: formatExact,
};
export const MEASURED: ValueFormat = {
  unit: 'number',
  isSum: false,
  short: formatMeasured,
  exact: formatMeasuredExact,
};
export const COSTS: ValueFormat = {
  unit: 'number',
  isSum: true,
  short: formatCost,
  exact: formatCostExact,
};
export const DURATIONS: ValueFormat = {
  unit: 'ms',
  isSum: false,
  short: formatDuration,
  exact: formatDurationExact,
};
export const SCORES: ValueFormat = {
  unit: 'number',
  isSum: false,
  short: formatScore,
  exact: formatExact,
};
export const SHARES: ValueFormat = {
  unit: 'number',
  isSum: false,
  short: formatShare,
  exact: formatShare,
};

/** The numbers of spans, traces and sessions that charts aggregate, in the order of menus. */
export const CHART_MEASURES: Record<ChartMeasure, { label: string; format: ValueFormat }> = {
  LATENCY_MS: { label: 'Latency', format: DURATIONS },
  TIME_TO_FIRST_TOKEN_MS: { label: 'Time to first token', format: DURATIONS },
  TOTAL_TOKENS: { label: 'Tokens', format: COUNTS },
  PROMPT_TOKENS: { label: 'Prompt tokens', format: COUNTS },
  COMPLETION_TOKENS: { label: 'Completion tokens', format: COUNTS },
  COST: { label: 'Cost', format: COSTS },
};

/** How charts aggregate spans, traces and sessions; without a format, a measure of them. */
export const ROW_AGGREGATIONS: Record<RowAggregation, { label: string; format?: ValueFormat }> = {
  COUNT: { label: 'Count', format: COUNTS },
  FAILED_COUNT: { label: 'Failed', format: COUNTS },
  ERROR_RATE: { label: 'Error rate', format: SHARES },
  SUM: { label: 'Sum of' },
  MEAN: { label: 'Mean of' },
  P50: { label: 'Median of' },
  P95: { label: '95th percentile of' },
  P99: { label: '99th percentile of' },
  MEAN_SCORE: { label: 'Mean score of', format: SCORES },
};

/** How charts and alert rules aggregate a metric. */
export const METRIC_AGGREGATIONS: Record<MetricAggregation, { label: string }> = {
  SUM: { label: 'Sum' },
  RATE: { label: 'Rate per minute' },
  LAST: { label: 'Last value' },
  MEAN: { label: 'Mean' },
  COUNT: { label: 'Number of values' },
  P50: { label: 'Median' },
  P95: { label: '95th percentile' },
  P99: { label: '99th percentile' },
};

interface AlertMeasureText {
  label: string;
  format: ValueFormat;
  /** The unit in which a threshold is typed. */
  unit?: string;
  /** How many units the API counts as one. */
  scale?: number;
}

/** The measures of traces and spans for alert rules. */
export const ALERT_MEASURES: Record<RowAlertMeasure, AlertMeasureText> = {
  COUNT: { label: 'Count', format: MEASURED },
  ERROR_RATE: { label: 'Error rate', format: SHARES, unit: '%', scale: 100 },
  LATENCY_P50: { label: 'Latency, median', format: DURATIONS, unit: 'ms' },
  LATENCY_P95: { label: 'Latency, 95th percentile', format: DURATIONS, unit: 'ms' },
  LATENCY_P99: { label: 'Latency, 99th percentile', format: DURATIONS, unit: 'ms' },
  TOKENS: { label: 'Tokens', format: MEASURED },
  COST: { label: 'Cost', format: COSTS, unit: '$' },
  SCORE: { label: 'Mean score', format: SCORES },
};

/** Lists the entries of a table as the options of a menu. */
export function listOptions<Value extends string>(table: Record<Value, { label: string }>) {
  return Object.entries<{ label: string }>(table).map(([value, { label }]) => ({
    value: value as Value,
    label,
  }));
}
