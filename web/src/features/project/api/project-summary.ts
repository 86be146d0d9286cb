import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import { useReloadOn } from './use-reload-on.js';

const ProjectSummaryQuery = graphql(`
  query ProjectSummary($id: ID!, $timeRange: TimeRange) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        traceCount(timeRange: $timeRange)
        errorCount(timeRange: $timeRange)
        recordCount(timeRange: $timeRange)
        sessionCount(timeRange: $timeRange)
        tokenCountTotal(timeRange: $timeRange)
        tokenCountPrompt(timeRange: $timeRange)
        tokenCountCompletion(timeRange: $timeRange)
        latencyMsP50: latencyMsQuantile(probability: 0.5, timeRange: $timeRange)
        latencyMsP99: latencyMsQuantile(probability: 0.99, timeRange: $timeRange)
      }
    }
  }
`);

type Node = ResultOf<typeof ProjectSummaryQuery>['node'];

/** The figures of a project for one time range. */
export type ProjectSummary = Extract<Node, { __typename: 'Project' }>;

/**
 * Returns the figures for the time range and reads them again whenever `version` changes. The old
 * figures stay until the new ones arrive, so that a live refresh does not flicker. A new time range
 * starts empty.
 */
export function useProjectSummary(
  id: string,
  range: TimeRangeSearch,
  version: number,
): ProjectSummary | undefined {
  const { data, reload } = useGraphqlQuery(
    ProjectSummaryQuery,
    () => ({ id, timeRange: resolveTimeRange(range) }),
    { key: [id, range] },
  );
  useReloadOn(version, reload);
  return data?.node.__typename === 'Project' ? data.node : undefined;
}
