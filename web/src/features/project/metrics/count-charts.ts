import { CHART_COLOR, COUNTS } from '../../../components/charts/chart-series.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { defineSeries, type SeriesData, toSeries } from './series-definition.js';

const CountFields = graphql(`
  fragment CountFields on CountByStatusTimeSeries @_unmask {
    data {
      timestamp
      okCount
      errorCount
      unsetCount
    }
  }
`);

type Counts = ResultOf<typeof CountFields>;

const SPAN_STATUS: Record<string, string> = {
  ok: "status_code == 'OK'",
  error: "status_code == 'ERROR'",
  unset: "status_code == 'UNSET'",
};
const TRACE_STATUS: Record<string, string> = {
  ok: 'error_count == 0',
  error: 'error_count > 0',
};
const SESSION_STATUS: Record<string, string> = {
  ok: 'num_traces_with_error == 0',
  error: 'num_traces_with_error > 0',
};

/** Failures are at the bottom, where they can be compared. */
function readCounts({ data }: Counts): SeriesData {
  const isUnsetUsed = data.some(({ unsetCount }) => unsetCount > 0);
  return toSeries(data, [
    { key: 'error', label: 'Failed', color: CHART_COLOR.error, read: (bin) => bin.errorCount },
    { key: 'ok', label: 'OK', color: CHART_COLOR.ok, read: (bin) => bin.okCount },
    ...(isUnsetUsed
      ? [
          {
            key: 'unset',
            label: 'Not set',
            color: CHART_COLOR.unset,
            read: (bin: Counts['data'][number]) => bin.unsetCount,
          },
        ]
      : []),
  ]);
}

function readErrors({ data }: Counts): SeriesData {
  return toSeries(data, [
    { key: 'error', label: 'Failed', color: CHART_COLOR.error, read: (bin) => bin.errorCount },
  ]);
}

export const TRACES = defineSeries({
  title: 'Traces',
  kind: 'bars',
  format: COUNTS,
  document: graphql(
    `
      query MetricsTraces(
        $id: ID!
        $timeRange: TimeRange!
        $timeBinConfig: TimeBinConfig!
        $traceFilterCondition: String
      ) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            counts: traceCountByStatusTimeSeries(
              timeRange: $timeRange
              timeBinConfig: $timeBinConfig
              traceFilterCondition: $traceFilterCondition
            ) {
              ...CountFields
            }
          }
        }
      }
    `,
    [CountFields],
  ),
  read: ({ counts }) => readCounts(counts),
  empty: 'No traces in this range.',
  target: { tab: 'traces' },
  filterOf: (status) => TRACE_STATUS[status],
});

export const SPANS = defineSeries({
  title: 'Spans',
  kind: 'bars',
  format: COUNTS,
  document: graphql(
    `
      query MetricsSpans(
        $id: ID!
        $timeRange: TimeRange!
        $timeBinConfig: TimeBinConfig!
        $traceFilterCondition: String
      ) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            counts: spanCountTimeSeries(
              timeRange: $timeRange
              timeBinConfig: $timeBinConfig
              traceFilterCondition: $traceFilterCondition
            ) {
              ...CountFields
            }
          }
        }
      }
    `,
    [CountFields],
  ),
  read: ({ counts }) => readCounts(counts),
  empty: 'No spans in this range.',
  target: { tab: 'spans' },
  filterOf: (status) => SPAN_STATUS[status],
});

export const SESSIONS = defineSeries({
  title: 'Active sessions',
  kind: 'bars',
  // A session counts in every bin in which it is active.
  format: { ...COUNTS, isSum: false },
  document: graphql(
    `
      query MetricsSessions(
        $id: ID!
        $timeRange: TimeRange!
        $timeBinConfig: TimeBinConfig!
        $traceFilterCondition: String
      ) {
        node(id: $id) {
          __typename
          ... on Project {
            id
            counts: sessionCountByStatusTimeSeries(
              timeRange: $timeRange
              timeBinConfig: $timeBinConfig
              traceFilterCondition: $traceFilterCondition
            ) {
              ...CountFields
            }
          }
        }
      }
    `,
    [CountFields],
  ),
  read: ({ counts }) => readCounts(counts),
  empty: 'No sessions in this range. Send a session.id with your spans to see conversations.',
  target: { tab: 'sessions' },
  filterOf: (status) => SESSION_STATUS[status],
});

const LLM_SPANS = graphql(
  `
    query MetricsLlmSpans(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          counts: spanCountTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
            filterCondition: "span_kind == 'LLM'"
          ) {
            ...CountFields
          }
        }
      }
    }
  `,
  [CountFields],
);

const TOOL_SPANS = graphql(
  `
    query MetricsToolSpans(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          counts: spanCountTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
            filterCondition: "span_kind == 'TOOL'"
          ) {
            ...CountFields
          }
        }
      }
    }
  `,
  [CountFields],
);

export const LLM_CALLS = defineSeries({
  title: 'LLM calls',
  kind: 'bars',
  format: COUNTS,
  document: LLM_SPANS,
  read: ({ counts }) => readCounts(counts),
  empty: 'No LLM calls in this range.',
  target: { tab: 'spans', filter: "span_kind == 'LLM'" },
  filterOf: (status) => SPAN_STATUS[status],
});

export const LLM_ERRORS = defineSeries({
  title: 'Failed LLM calls',
  kind: 'bars',
  format: COUNTS,
  document: LLM_SPANS,
  read: ({ counts }) => readErrors(counts),
  empty: 'No LLM call failed in this range.',
  target: { tab: 'spans', filter: "span_kind == 'LLM' and status_code == 'ERROR'" },
});

export const TOOL_CALLS = defineSeries({
  title: 'Tool calls',
  kind: 'bars',
  format: COUNTS,
  document: TOOL_SPANS,
  read: ({ counts }) => readCounts(counts),
  empty: 'No tool calls in this range.',
  target: { tab: 'spans', filter: "span_kind == 'TOOL'" },
  filterOf: (status) => SPAN_STATUS[status],
});

export const TOOL_ERRORS = defineSeries({
  title: 'Failed tool calls',
  kind: 'bars',
  format: COUNTS,
  document: TOOL_SPANS,
  read: ({ counts }) => readErrors(counts),
  empty: 'No tool call failed in this range.',
  target: { tab: 'spans', filter: "span_kind == 'TOOL' and status_code == 'ERROR'" },
});
