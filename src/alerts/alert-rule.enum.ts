import { toEnum } from '../kernel/graphql/to-enum.js';
import { ALERT_MEASURES } from '../tracing/figures/measures/alert-measures.contract.js';
import type { ChartGrouping } from '../tracing/figures/measures/measures.service.js';

/** The measures of alert rules, named as in GraphQL. */
export const AlertMeasure = toEnum(ALERT_MEASURES);
export type AlertMeasure = keyof typeof AlertMeasure;

/** The rows that a rule measures. */
export enum AlertTarget {
  TRACES = 'TRACES',
  SPANS = 'SPANS',
  METRICS = 'METRICS',
}

/** The values that rules can group by; charts have them, too. */
export type AlertGrouping = `${ChartGrouping}`;

/** The value that is compared with the threshold. */
export enum AlertBaseline {
  NONE = 'NONE',
  LAST_WEEK = 'LAST_WEEK',
}

/** The side of the threshold on which a rule fires. */
export enum AlertComparison {
  ABOVE = 'ABOVE',
  BELOW = 'BELOW',
}

/** The states of a rule. */
export enum AlertState {
  OK = 'OK',
  FIRING = 'FIRING',
}
