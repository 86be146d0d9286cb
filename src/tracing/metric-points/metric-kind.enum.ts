/** How a metric adds up. */
export enum MetricKind {
  GAUGE = 'GAUGE',
  SUM = 'SUM',
  HISTOGRAM = 'HISTOGRAM',
}
