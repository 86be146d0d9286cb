import { CostFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';

const PAGE_SIZE = 50;

export const ProjectsListQuery = graphql(
  `
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
            isPrivate
            viewerRole
            traceCount(timeRange: $timeRange)
            errorCount(timeRange: $timeRange)
            tokenCountTotal(timeRange: $timeRange)
            tokenCountPrompt(timeRange: $timeRange)
            tokenCountCompletion(timeRange: $timeRange)
            costSummary(timeRange: $timeRange) {
              ...CostFields
            }
            latencyMsP50: latencyMsQuantile(probability: 0.5, timeRange: $timeRange)
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [CostFields],
);

/** A project with its figures for the chosen time range. */
export type ProjectRow = ResultOf<typeof ProjectsListQuery>['projects']['edges'][number]['node'];

/** The arguments of the list of projects. */
export interface ProjectsListArguments {
  search: string;
  sort: { col: 'name' | 'endTime'; dir: 'asc' | 'desc' };
  range: TimeRangeSearch;
}

/** Lists the projects, page by page. */
export function useProjectsList(args: ProjectsListArguments) {
  const { search, sort, range } = args;
  return usePages(
    createPageSource(ProjectsListQuery, {
      key: args,
      variables: () => ({
        first: PAGE_SIZE,
        sort,
        filter: search === '' ? null : { col: 'name' as const, value: search },
        timeRange: resolveTimeRange(range),
      }),
      connection: (data) => data.projects,
    }),
  );
}

/** A cheap query that detects changes, sent every two seconds. */
export const ProjectsUpdatedQuery = graphql(`
  query ProjectsUpdated {
    projectCount
    projectsLastUpdatedAt
  }
`);
