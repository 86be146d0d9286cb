import {
  CHART_COLOR,
  type ChartSeries,
  DURATIONS,
} from '../../../components/charts/chart-series.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { getSeriesColor } from '../../../lib/theme/palette.js';
import { defineSeries, type SeriesData, toSeries } from './series-definition.js';

const LatencyFields = graphql(`
  fragment LatencyFields on LatencyTimeSeries @_unmask {
    data {
      timestamp
      p50
      p75
      p90
      p95
      p99
      p999
      max
    }
  }
`);

type Latencies = ResultOf<typeof LatencyFields>;
type Quantile = Exclude<keyof Latencies['data'][number], 'timestamp'>;

/** The extremes are hidden at first, because the other lines would be flat beside them. */
const QUANTILES: readonly (Omit<ChartSeries, 'values'> & { key: Quantile })[] = [
  { key: 'p50', label: 'p50', color: getSeriesColor(0) },
  { key: 'p75', label: 'p75', color: getSeriesColor(4), isHidden: true },
  { key: 'p90', label: 'p90', color: getSeriesColor(2) },
  { key: 'p95', label: 'p95', color: getSeriesColor(1) },
  { key: 'p99', label: 'p99', color: getSeriesColor(3) },
  { key: 'p999', label: 'p99.9', color: getSeriesColor(5), isHidden: true },
  { key: 'max', label: 'Max', color: CHART_COLOR.text, isHidden: true },
];

function readLatencies({ data }: Latencies): SeriesData {
  return toSeries(
    data,
    QUANTILES.map((quantile) => ({ ...quantile, read: (bin) => bin[quantile.key] })),
  );
}

export const TRACE_LATENCY = defineSeries({
  title: 'Latency of traces',
  kind: 'lines',
  format: DURATIONS,
  document: graphql(
    `
      query MetricsTraceLatency(
        $id: ID!
        $timeRange: TimeRange!
        $timeBinConfig: TimeBinConfig!
        $traceFilterCondition: String
      ) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            latency: traceLatencyMsPercentileTimeSeries(
              timeRange: $timeRange
              timeBinConfig: $timeBinConfig
              traceFilterCondition: $traceFilterCondition
            ) {
              ...LatencyFields
            }
          }
        }
      }
    `,
    [LatencyFields],
  ),
  read: ({ latency }) => readLatencies(latency),
  empty: 'No traces in this range.',
  target: { tab: 'traces', sort: '-latencyMs' },
});

export const LLM_LATENCY = defineSeries({
  title: 'Latency of LLM calls',
  kind: 'lines',
  format: DURATIONS,
  document: graphql(
    `
      query MetricsLlmLatency(
        $id: ID!
        $timeRange: TimeRange!
        $timeBinConfig: TimeBinConfig!
        $traceFilterCondition: String
      ) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            latency: spanLatencyMsPercentileTimeSeries(
              timeRange: $timeRange
              timeBinConfig: $timeBinConfig
              traceFilterCondition: $traceFilterCondition
              filterCondition: "span_kind == 'LLM'"
            ) {
              ...LatencyFields
            }
          }
        }
      }
    `,
    [LatencyFields],
  ),
  read: ({ latency }) => readLatencies(latency),
  empty: 'No LLM calls in this range.',
  target: { tab: 'spans', filter: "span_kind == 'LLM'", sort: '-latencyMs' },
});
