import { toEnum } from '../kernel/graphql/to-enum.js';
import { ALERT_MEASURES } from '../tracing/figures/measures/alert-measures.contract.js';
import type { ChartGrouping } from '../tracing/figures/measures/measures.service.js';

/** What a rule measures. */
export const AlertMeasure = toEnum(ALERT_MEASURES);
export type AlertMeasure = keyof typeof AlertMeasure;

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
