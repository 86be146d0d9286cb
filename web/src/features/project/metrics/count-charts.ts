import { CHART_COLOR } from '../../../components/charts/chart-series.js';
import { COUNTS } from '../../../lib/format/measures.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { joinConditions } from '../../../lib/filter-language/write-condition.js';
import { defineSeries, selectTab, type SeriesData, toSeries } from '../charts/chart-definition.js';
import type { ProjectTab } from '../tabs.js';

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

export const CountsQuery = graphql(
  `
    query MetricsCounts(
      $id: ID!
      $timeRange: TimeRange!
      $timeBinConfig: TimeBinConfig!
      $traceFilterCondition: String
      $filterCondition: String
      $ofSpans: Boolean!
      $ofTraces: Boolean!
      $ofSessions: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spans: spanCountTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
            filterCondition: $filterCondition
          ) @include(if: $ofSpans) {
            ...CountFields
          }
          traces: traceCountByStatusTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) @include(if: $ofTraces) {
            ...CountFields
          }
          sessions: sessionCountByStatusTimeSeries(
            timeRange: $timeRange
            timeBinConfig: $timeBinConfig
            traceFilterCondition: $traceFilterCondition
          ) @include(if: $ofSessions) {
            ...CountFields
          }
        }
      }
    }
  `,
  [CountFields],
);

type Bin = ResultOf<typeof CountFields>['data'][number];

const FAILED = {
  key: 'error',
  label: 'Failed',
  color: CHART_COLOR.error,
  read: (bin: Bin) => bin.errorCount,
};
const OK = { key: 'ok', label: 'OK', color: CHART_COLOR.ok, read: (bin: Bin) => bin.okCount };
const UNSET = {
  key: 'unset',
  label: 'Not set',
  color: CHART_COLOR.unset,
  read: (bin: Bin) => bin.unsetCount,
};

/** Failures are at the bottom, where they can be compared. */
function readCounts(bins: readonly Bin[]): SeriesData {
  const isUnsetUsed = bins.some(({ unsetCount }) => unsetCount > 0);
  return toSeries(bins, [FAILED, OK, ...(isUnsetUsed ? [UNSET] : [])]);
}

/** The condition for each status. */
const STATUS: Record<ProjectTab, Record<string, string>> = {
  spans: {
    ok: "status_code == 'OK'",
    error: "status_code == 'ERROR'",
    unset: "status_code == 'UNSET'",
  },
  traces: { ok: 'error_count == 0', error: 'error_count > 0' },
  sessions: { ok: 'num_traces_with_error == 0', error: 'num_traces_with_error > 0' },
};

interface Counted {
  title: string;
  tab: ProjectTab;
  /** A condition on the spans that are counted. */
  filter?: string;
  empty: string;
}

/** Defines a chart of how many there are, by their status. */
function defineCounts({ tab, filter, ...chart }: Counted) {
  return defineSeries({
    ...chart,
    kind: 'bars',
    // A session counts in every bin in which it is active.
    format: tab === 'sessions' ? { ...COUNTS, isSum: false } : COUNTS,
    document: CountsQuery,
    toVariables: (common) => ({
      ...common,
      ...selectTab(tab),
      filterCondition: filter ?? null,
    }),
    read: (project) => readCounts(project[tab]?.data ?? []),
    target: { tab, filter },
    filterOf: (status) => STATUS[tab][status],
  });
}

/** Defines a chart of the spans that failed. Loads the same as the chart of all of them. */
function defineFailures(chart: Counted & { tab: 'spans'; filter: string }) {
  const { filterOf: _status, ...counts } = defineCounts(chart);
  return defineSeries({
    ...counts,
    read: (project) => toSeries(project.spans?.data ?? [], [FAILED]),
    target: { tab: 'spans', filter: joinConditions(chart.filter, STATUS.spans['error']!) },
  });
}

const LLM = "span_kind == 'LLM'";
const TOOL = "span_kind == 'TOOL'";

export const TRACES = defineCounts({
  title: 'Traces',
  tab: 'traces',
  empty: 'No traces in this range.',
});

export const SPANS = defineCounts({
  title: 'Spans',
  tab: 'spans',
  empty: 'No spans in this range.',
});

export const SESSIONS = defineCounts({
  title: 'Active sessions',
  tab: 'sessions',
  empty: 'No sessions in this range. Send a session.id with your spans to see conversations.',
});

export const LLM_CALLS = defineCounts({
  title: 'LLM calls',
  tab: 'spans',
  filter: LLM,
  empty: 'No LLM calls in this range.',
});

export const LLM_ERRORS = defineFailures({
  title: 'Failed LLM calls',
  tab: 'spans',
  filter: LLM,
  empty: 'No LLM call failed in this range.',
});

export const TOOL_CALLS = defineCounts({
  title: 'Tool calls',
  tab: 'spans',
  filter: TOOL,
  empty: 'No tool calls in this range.',
});

export const TOOL_ERRORS = defineFailures({
  title: 'Failed tool calls',
  tab: 'spans',
  filter: TOOL,
  empty: 'No tool call failed in this range.',
});
