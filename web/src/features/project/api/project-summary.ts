import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';

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
  const client = useClient();
  const key = JSON.stringify([id, range]);
  const [known, setKnown] = useState<{ key: string; version: number; summary: ProjectSummary }>();

  useEffect(() => {
    let isCurrent = true;
    const variables = { id, timeRange: resolveTimeRange(range) };
    void client
      .query(ProjectSummaryQuery, variables, { requestPolicy: 'network-only' })
      .toPromise()
      .then(({ data }) => {
        if (!isCurrent || data?.node.__typename !== 'Project') return;
        setKnown({ key, version, summary: data.node });
      });
    return () => {
      isCurrent = false;
    };
  }, [client, id, key, range, version]);

  return known?.key === key ? known.summary : undefined;
}
