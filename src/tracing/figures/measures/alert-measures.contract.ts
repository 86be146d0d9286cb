import type { FieldDefinition } from '../../fields/field.js';
import { type RowAlertName, SPAN_MEASURES } from '../../fields/span.js';
import type { PointAggregation } from '../../metric-points/point-aggregation.js';
import type { Chart } from '../chart.js';
import { ChartAggregation, type ChartMeasure } from '../chart.enum.js';

/** A figure of traces and spans. */
type RowAlertMeasureName = RowAlertName | 'COUNT' | 'ERROR_RATE' | 'SCORE';

/** A figure of a project that alert rules watch. Metrics have those that charts of metrics have. */
export type AlertMeasureName = RowAlertMeasureName | PointAggregation;

/** All that is known of a figure. */
export interface Measure {
  /** In texts, after "the". */
  label: string;
  description: string;
  /** A share is between 0 and 1. */
  unit?: FieldDefinition['unit'] | 'share';
  /** The aggregation and measure of the same figure in charts. */
  chart: Pick<Chart, 'aggregation' | 'measure'>;
}

const OF_FIELDS = Object.fromEntries(
  Object.entries(SPAN_MEASURES).flatMap(([measure, { alerts = [], unit }]) =>
    alerts.map(({ name, aggregation, label, description }) => [
      name,
      {
        label,
        description,
        unit,
        chart: { aggregation: ChartAggregation[aggregation], measure: measure as ChartMeasure },
      },
    ]),
  ),
) as Record<RowAlertName, Measure>;

/** The figures of traces and spans. */
export const ROW_ALERT_MEASURES: Record<RowAlertMeasureName, Measure> = {
  COUNT: {
    label: 'number',
    description: 'How many there are; of a metric, how many values a histogram got.',
    chart: { aggregation: ChartAggregation.COUNT },
  },
  ERROR_RATE: {
    label: 'error rate',
    description: 'The part that failed, from 0 to 1.',
    unit: 'share',
    chart: { aggregation: ChartAggregation.ERROR_RATE },
  },
  ...OF_FIELDS,
  SCORE: {
    label: 'mean score',
    description: 'The mean of the scores of annotations with one name.',
    chart: { aggregation: ChartAggregation.MEAN_SCORE },
  },
};

/** The figures of metrics. */
export const POINT_ALERT_MEASURES: Record<PointAggregation, Measure> = {
  COUNT: ROW_ALERT_MEASURES.COUNT,
  SUM: {
    label: 'sum',
    description: 'The sum of a counter, or of the values of a histogram. Only of metrics.',
    chart: { aggregation: ChartAggregation.SUM },
  },
  RATE: {
    label: 'rate per minute',
    description: 'The sum per minute. Only of metrics.',
    chart: { aggregation: ChartAggregation.RATE },
  },
  LAST: {
    label: 'last value',
    description: 'The mean of the last values of all series of a gauge. Only of metrics.',
    chart: { aggregation: ChartAggregation.LAST },
  },
  MEAN: {
    label: 'mean',
    description: 'The mean of a gauge, or of the values of a histogram. Only of metrics.',
    chart: { aggregation: ChartAggregation.MEAN },
  },
  P50: {
    label: 'median',
    description: 'The median of the values of a histogram. Only of metrics.',
    chart: { aggregation: ChartAggregation.P50 },
  },
  P95: {
    label: '95th percentile',
    description: 'The 95th percentile of the values of a histogram. Only of metrics.',
    chart: { aggregation: ChartAggregation.P95 },
  },
  P99: {
    label: '99th percentile',
    description: 'The 99th percentile of the values of a histogram. Only of metrics.',
    chart: { aggregation: ChartAggregation.P99 },
  },
};

/** Every figure that alert rules watch. */
export const ALERT_MEASURES: Record<AlertMeasureName, Measure> = {
  ...POINT_ALERT_MEASURES,
  ...ROW_ALERT_MEASURES,
};
