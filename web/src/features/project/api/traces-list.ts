import { AnnotationValueFields } from '../../../components/annotations/annotation-value.js';
import { CostFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import {
  DEFAULT_SORT,
  readAnnotationSort,
  toSort,
  TRACE_SORTS,
  type TracesSearch,
} from '../search.js';
import { ListedSpanFields, TracePreviewFields } from './listed-span.js';
import { PAGE_SIZE } from './project-frame.js';

export const TracesListQuery = graphql(
  `
    query TracesList(
      $id: ID!
      $first: Int!
      $after: String
      $sort: TraceSort
      $filter: TraceFilter
      $condition: String
      $search: String
      $words: String!
      $isSearch: Boolean!
      $timeRange: TimeRange
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          traces(
            first: $first
            after: $after
            sort: $sort
            filter: $filter
            traceFilterCondition: $condition
            search: $search
            timeRange: $timeRange
          ) {
            edges {
              node {
                id
                traceId
                startTime
                latencyMs
                numSpans
                errorCount
                userId
                tokenCountTotal
                tokenCountPrompt
                tokenCountCompletion
                costSummary {
                  ...CostFields
                }
                traceAnnotations(filter: { exclude: { names: ["note"] } }) {
                  ...AnnotationValueFields
                }
                session {
                  id
                  sessionId
                }
                ...TracePreviewFields
                rootSpan {
                  ...ListedSpanFields
                }
                matchingSpan(search: $words) @include(if: $isSearch) {
                  id
                  name
                  searchMatches(search: $words) {
                    field
                    excerpt
                    start
                    length
                  }
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
  [AnnotationValueFields, CostFields, ListedSpanFields, TracePreviewFields],
);

type Node = ResultOf<typeof TracesListQuery>['node'];

/** A trace in the list: the values of its root span and the figures of the whole trace. */
export type TraceRow = Extract<Node, { __typename: 'Project' }>['traces']['edges'][number]['node'];

/** Lists the traces of a project that match the URL, page by page. */
export function useTracesList(id: string, search: TracesSearch, range: TimeRangeSearch) {
  const { sort = DEFAULT_SORT, status, search: words, filter } = search;
  const by = readAnnotationSort(sort);
  return usePages(
    createPageSource(TracesListQuery, {
      key: [id, sort, status, words, filter, range],
      variables: () => ({
        id,
        first: PAGE_SIZE,
        sort: by ? { annoResultKey: by.key, dir: by.dir } : toSort(sort, TRACE_SORTS),
        filter: { status: status ? ({ ok: 'OK', error: 'ERROR' } as const)[status] : null },
        condition: filter ?? null,
        search: words ?? null,
        words: words ?? '',
        isSearch: words !== undefined,
        timeRange: resolveTimeRange(range),
      }),
      connection: (data) => (data.node.__typename === 'Project' ? data.node.traces : undefined),
    }),
  );
}
