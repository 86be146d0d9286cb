import type { Client } from 'urql';
import { useCallback } from 'react';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readPage } from '../../../lib/connection.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';

const PAGE_SIZE = 50;

const ProjectsListQuery = graphql(`
  query ProjectsList(
    $first: Int!
    $after: String
    $sort: ProjectSort
    $filter: ProjectFilter
    $timeRange: TimeRange
  ) {
    projects(first: $first, after: $after, sort: $sort, filter: $filter) {
      edges {
        node {
          id
          name
          description
          gradientStartColor
          gradientEndColor
          endTime
          hasTraces
          traceCount(timeRange: $timeRange)
          errorCount(timeRange: $timeRange)
          tokenCountTotal(timeRange: $timeRange)
          tokenCountPrompt(timeRange: $timeRange)
          tokenCountCompletion(timeRange: $timeRange)
          latencyMsP50: latencyMsQuantile(probability: 0.5, timeRange: $timeRange)
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A project with its figures for the chosen time range. */
export type ProjectRow = ResultOf<typeof ProjectsListQuery>['projects']['edges'][number]['node'];

/** What the list of projects depends on. */
export interface ProjectsListArguments {
  search: string;
  sort: { col: 'name' | 'endTime'; dir: 'asc' | 'desc' };
  range: TimeRangeSearch;
}

/** Lists the projects, page by page. */
export function useProjectsList(client: Client, args: ProjectsListArguments) {
  const { search, sort, range } = args;
  const fetchPage = useCallback<FetchPage<ProjectRow>>(
    (after) =>
      readPage(
        client,
        ProjectsListQuery,
        {
          first: PAGE_SIZE,
          after,
          sort,
          filter: search === '' ? null : { col: 'name' as const, value: search },
          timeRange: resolveTimeRange(range),
        },
        (data) => data.projects,
      ),
    [client, search, sort, range],
  );
  return useList(JSON.stringify(args), fetchPage);
}
