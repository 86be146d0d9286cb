import { toEnum } from '../../kernel/graphql/to-enum.js';
import { SESSION_MEASURES } from '../fields/session.js';
import { SPAN_MEASURES } from '../fields/span.js';
import { TRACE_MEASURES } from '../fields/trace.js';

/** The rows that a chart can count. */
export enum ChartEntity {
  SPANS = 'SPANS',
  TRACES = 'TRACES',
  SESSIONS = 'SESSIONS',
  METRICS = 'METRICS',
}

/** The reductions of rows to a number. */
export enum ChartAggregation {
  COUNT = 'COUNT',
  FAILED_COUNT = 'FAILED_COUNT',
  ERROR_RATE = 'ERROR_RATE',
  SUM = 'SUM',
  RATE = 'RATE',
  LAST = 'LAST',
  MEAN = 'MEAN',
  P50 = 'P50',
  P95 = 'P95',
  P99 = 'P99',
  MEAN_SCORE = 'MEAN_SCORE',
}

/** The numbers of rows that a chart can aggregate. */
export const ChartMeasure = toEnum({ ...SPAN_MEASURES, ...TRACE_MEASURES, ...SESSION_MEASURES });
export type ChartMeasure = keyof typeof ChartMeasure;

/** The values that a chart can group rows by. */
export enum ChartGrouping {
  NAME = 'NAME',
  MODEL = 'MODEL',
  SPAN_KIND = 'SPAN_KIND',
  STATUS = 'STATUS',
  USER = 'USER',
  SESSION = 'SESSION',
  ATTRIBUTE = 'ATTRIBUTE',
}

/** The kinds of charts. */
export enum ChartKind {
  LINES = 'LINES',
  STACKED_BARS = 'STACKED_BARS',
  RANKING = 'RANKING',
  NUMBER = 'NUMBER',
}
