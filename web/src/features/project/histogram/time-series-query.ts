import { graphql } from '../../../graphql.js';

/** The bars of a histogram. Its variables name the one series to read. */
export const TimeSeriesQuery = graphql(`
  query TimeSeries(
    $id: ID!
    $timeRange: TimeRange!
    $timeBinConfig: TimeBinConfig!
    $filterCondition: String
    $traceFilterCondition: String
    $sessionFilterCondition: String
    $search: String
    $searchedRows: SearchedRows
    $isSearch: Boolean = false
    $spans_count: Boolean = false
    $spans_latency: Boolean = false
    $spans_tokens: Boolean = false
    $spans_cost: Boolean = false
    $traces_count: Boolean = false
    $traces_latency: Boolean = false
    $traces_tokens: Boolean = false
    $traces_cost: Boolean = false
    $sessions_count: Boolean = false
    $sessions_latency: Boolean = false
    $sessions_tokens: Boolean = false
    $sessions_cost: Boolean = false
  ) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        searchCoverage(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $isSearch) {
          startTime
        }
        spans_count: spanCountTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $spans_count) {
          data {
            timestamp
            okCount
            errorCount
            unsetCount
            totalCount
          }
        }
        spans_latency: spanLatencyMsPercentileTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $spans_latency) {
          data {
            timestamp
            p50
            p99
          }
        }
        spans_tokens: spanTokenCountTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $spans_tokens) {
          data {
            timestamp
            prompt
            completion
          }
        }
        spans_cost: spanTokenCostTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $spans_cost) {
          data {
            timestamp
            promptCost
            completionCost
          }
        }
        traces_count: traceCountByStatusTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $traces_count) {
          data {
            timestamp
            okCount
            errorCount
            unsetCount
            totalCount
          }
        }
        traces_latency: traceLatencyMsPercentileTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $traces_latency) {
          data {
            timestamp
            p50
            p99
          }
        }
        traces_tokens: traceTokenCountTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $traces_tokens) {
          data {
            timestamp
            prompt
            completion
          }
        }
        traces_cost: traceTokenCostTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $traces_cost) {
          data {
            timestamp
            promptCost
            completionCost
          }
        }
        sessions_count: sessionCountByStatusTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $sessions_count) {
          data {
            timestamp
            okCount
            errorCount
            unsetCount
            totalCount
          }
        }
        sessions_latency: sessionTraceLatencyMsPercentileTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $sessions_latency) {
          data {
            timestamp
            p50
            p99
          }
        }
        sessions_tokens: sessionTokenCountTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $sessions_tokens) {
          data {
            timestamp
            prompt
            completion
          }
        }
        sessions_cost: sessionTokenCostTimeSeries(
          timeRange: $timeRange
          timeBinConfig: $timeBinConfig
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        ) @include(if: $sessions_cost) {
          data {
            timestamp
            promptCost
            completionCost
          }
        }
      }
    }
  }
`);
