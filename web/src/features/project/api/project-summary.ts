import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { FigureConditions } from '../query-bar/figure-conditions.js';
import { useReloadOn } from '../../../lib/data/use-reload-on.js';

export const ProjectSummaryQuery = graphql(`
  query ProjectSummary(
    $id: ID!
    $timeRange: TimeRange
    $filterCondition: String
    $traceFilterCondition: String
    $sessionFilterCondition: String
    $search: String
    $searchedRows: SearchedRows
    $isSearch: Boolean!
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
        spanIndexLag @include(if: $isSearch) {
          seconds
          blocks
        }
        traceCount(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
        errorCount(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
        recordCount(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
        sessionCount(
          timeRange: $timeRange
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
        tokenCountTotal(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
        tokenCountPrompt(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
        tokenCountCompletion(
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
        latencyMsP50: latencyMsQuantile(
          probability: 0.5
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
        latencyMsP99: latencyMsQuantile(
          probability: 0.99
          timeRange: $timeRange
          filterCondition: $filterCondition
          traceFilterCondition: $traceFilterCondition
          sessionFilterCondition: $sessionFilterCondition
          search: $search
          searchedRows: $searchedRows
        )
      }
    }
  }
`);

type Node = ResultOf<typeof ProjectSummaryQuery>['node'];

/** The figures of a project for one time range and the filters of a list. */
export type ProjectSummary = Extract<Node, { __typename: 'Project' }>;

/**
 * Returns the figures for the time range and reads them again whenever `version` changes. The old
 * figures stay until the new ones arrive, so that a live refresh does not flicker. A new time range
 * starts empty.
 */
export function useProjectSummary(
  id: string,
  range: TimeRangeSearch,
  conditions: FigureConditions,
  version: number,
): ProjectSummary | undefined {
  const { data, reload } = useGraphqlQuery(
    ProjectSummaryQuery,
    () => ({
      id,
      timeRange: resolveTimeRange(range),
      ...conditions,
      isSearch: conditions.search !== null,
    }),
    { key: [id, range, conditions] },
  );
  useReloadOn(version, reload);
  return data?.node.__typename === 'Project' ? data.node : undefined;
}
