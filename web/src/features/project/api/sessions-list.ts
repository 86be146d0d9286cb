import { AnnotationValueFields } from '../../../components/annotations/annotation-value.js';
import { CostFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import {
  DEFAULT_SESSION_SORT,
  SESSION_SORTS,
  type SessionsSearch,
  readAnnotationSort,
  toSort,
} from '../search.js';
import { PAGE_SIZE } from './project-frame.js';

export const SessionsListQuery = graphql(
  `
    query SessionsList(
      $id: ID!
      $first: Int!
      $after: String
      $sort: ProjectSessionSort
      $condition: String
      $search: String
      $timeRange: TimeRange
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          sessions(
            first: $first
            after: $after
            sort: $sort
            timeRange: $timeRange
            sessionFilterCondition: $condition
            search: $search
          ) {
            edges {
              node {
                id
                sessionId
                startTime
                endTime
                userId
                numTraces
                numTracesWithError
                sessionAnnotations(filter: { exclude: { names: ["note"] } }) {
                  ...AnnotationValueFields
                }
                latencyMsP50: traceLatencyMsQuantile(probability: 0.5)
                latencyMsP99: traceLatencyMsQuantile(probability: 0.99)
                tokenUsage {
                  total
                  prompt
                  completion
                }
                costSummary {
                  ...CostFields
                }
                firstInputPreview {
                  truncatedValue
                  mimeType
                }
                lastOutputPreview {
                  truncatedValue
                  mimeType
                }
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  `,
  [AnnotationValueFields, CostFields],
);

type Node = ResultOf<typeof SessionsListQuery>['node'];

/** A session in the list. */
export type SessionRow = Extract<
  Node,
  { __typename: 'Project' }
>['sessions']['edges'][number]['node'];

/** Lists the sessions of a project that match the URL, page by page. */
export function useSessionsList(id: string, search: SessionsSearch, range: TimeRangeSearch) {
  const { sort = DEFAULT_SESSION_SORT, search: words, filter } = search;
  const by = readAnnotationSort(sort);
  return usePages(
    createPageSource(SessionsListQuery, {
      key: [id, sort, words, filter, range],
      variables: () => ({
        id,
        first: PAGE_SIZE,
        sort: by ? { annoResultKey: by.key, dir: by.dir } : toSort(sort, SESSION_SORTS),
        timeRange: resolveTimeRange(range),
        condition: filter ?? null,
        search: words ?? null,
      }),
      connection: (data) => (data.node.__typename === 'Project' ? data.node.sessions : undefined),
    }),
  );
}
