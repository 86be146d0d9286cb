import type { ChartGrouping } from '../tracing/figures/measures/measures.service.js';

/** What a rule measures. */
export enum AlertMeasure {
  COUNT = 'COUNT',
  ERROR_RATE = 'ERROR_RATE',
  LATENCY_P50 = 'LATENCY_P50',
  LATENCY_P95 = 'LATENCY_P95',
  LATENCY_P99 = 'LATENCY_P99',
  TOKENS = 'TOKENS',
  COST = 'COST',
  SCORE = 'SCORE',
  SUM = 'SUM',
  RATE = 'RATE',
  LAST = 'LAST',
  MEAN = 'MEAN',
  P50 = 'P50',
  P95 = 'P95',
  P99 = 'P99',
}

/** What a rule measures it of. */
export enum AlertTarget {
  TRACES = 'TRACES',
  SPANS = 'SPANS',
  METRICS = 'METRICS',
}

/** What a rule can group by, as charts can. */
export type AlertGrouping = `${ChartGrouping}`;

/** What is compared with the threshold. */
export enum AlertBaseline {
  NONE = 'NONE',
  LAST_WEEK = 'LAST_WEEK',
}

/** On which side of the threshold a rule fires. */
export enum AlertComparison {
  ABOVE = 'ABOVE',
  BELOW = 'BELOW',
}

/** Whether a rule fires. */
export enum AlertState {
  OK = 'OK',
  FIRING = 'FIRING',
}
