import { CHART_COLOR, type ChartSeries } from '../../../components/charts/chart-series.js';
import { DURATIONS } from '../../../lib/format/measures.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { getSeriesColor } from '../../../lib/theme/palette.js';
import { defineSeries, toSeries } from '../charts/chart-definition.js';

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

export const LatencyQuery = graphql(
  `
    query MetricsLatency(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
      $filterCondition: String
      $ofSpans: Boolean!
      $ofTraces: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spans: spanLatencyMsPercentileTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
            filterCondition: $filterCondition
          ) @include(if: $ofSpans) {
            ...LatencyFields
          }
          traces: traceLatencyMsPercentileTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) @include(if: $ofTraces) {
            ...LatencyFields
          }
        }
      }
    }
  `,
  [LatencyFields],
);

type Quantile = Exclude<keyof ResultOf<typeof LatencyFields>['data'][number], 'timestamp'>;

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

interface Timed {
  title: string;
  tab: 'spans' | 'traces';
  /** A condition on the spans that are timed. */
  filter?: string;
  empty: string;
}

/** Defines a chart of how long something took. */
function defineLatency({ tab, filter, ...chart }: Timed) {
  return defineSeries({
    ...chart,
    kind: 'lines',
    format: DURATIONS,
    document: LatencyQuery,
    toVariables: (common) => ({
      ...common,
      filterCondition: filter ?? null,
      ofSpans: tab === 'spans',
      ofTraces: tab === 'traces',
    }),
    read: (project) =>
      toSeries(
        project[tab]?.data ?? [],
        QUANTILES.map((quantile) => ({ ...quantile, read: (bin) => bin[quantile.key] })),
      ),
    target: { tab, filter, sort: '-latencyMs' },
  });
}

export const TRACE_LATENCY = defineLatency({
  title: 'Latency of traces',
  tab: 'traces',
  empty: 'No traces in this range.',
});

export const LLM_LATENCY = defineLatency({
  title: 'Latency of LLM calls',
  tab: 'spans',
  filter: "span_kind == 'LLM'",
  empty: 'No LLM calls in this range.',
});
