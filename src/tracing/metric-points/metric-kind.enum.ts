/** The kinds of metrics, by how their points add up. */
export enum MetricKind {
  GAUGE = 'GAUGE',
  SUM = 'SUM',
  HISTOGRAM = 'HISTOGRAM',
}
