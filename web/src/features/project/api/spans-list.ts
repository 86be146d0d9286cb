import { CostFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import {
  DEFAULT_SORT,
  SPAN_SORTS,
  type SpansSearch,
  readAnnotationSort,
  toSort,
} from '../search.js';
import { ListedSpanFields, SpanPreviewFields } from './listed-span.js';
import { PAGE_SIZE } from './project-frame.js';

export const SpansListQuery = graphql(
  `
    query SpansList(
      $id: ID!
      $first: Int!
      $after: String
      $sort: SpanSort
      $filter: SpanFilter
      $condition: String
      $traceCondition: String
      $search: String
      $words: String!
      $isSearch: Boolean!
      $rootSpansOnly: Boolean
      $timeRange: TimeRange
    ) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spans(
            first: $first
            after: $after
            sort: $sort
            filter: $filter
            filterCondition: $condition
            traceFilterCondition: $traceCondition
            search: $search
            rootSpansOnly: $rootSpansOnly
            timeRange: $timeRange
          ) {
            edges {
              node {
                ...ListedSpanFields
                ...SpanPreviewFields
                searchMatches(search: $words) @include(if: $isSearch) {
                  field
                  excerpt
                  start
                  length
                }
                context {
                  traceId
                  spanId
                }
                startTime
                latencyMs
                timeToFirstTokenMs
                userId
                modelName
                tokenCountTotal
                tokenCountPrompt
                tokenCountCompletion
                cumulativeTokenCountTotal
                costSummary {
                  ...CostFields
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
  [CostFields, ListedSpanFields, SpanPreviewFields],
);

type Node = ResultOf<typeof SpansListQuery>['node'];

/** A span in the list. */
export type SpanRow = Extract<Node, { __typename: 'Project' }>['spans']['edges'][number]['node'];

const STATUS = { ok: 'OK', error: 'ERROR', unset: 'UNSET' } as const;

/** Lists the spans of a project that match the URL, page by page. */
export function useSpansList(id: string, search: SpansSearch, range: TimeRangeSearch) {
  const { sort = DEFAULT_SORT, rootsOnly = false, search: words, filter, kinds, statuses } = search;
  const { traceFilter } = search;
  const by = readAnnotationSort(sort);
  return usePages(
    createPageSource(SpansListQuery, {
      key: [id, sort, kinds, statuses, words, filter, traceFilter, rootsOnly, range],
      variables: () => ({
        id,
        first: PAGE_SIZE,
        sort: by ? { evalResultKey: by.key, dir: by.dir } : toSort(sort, SPAN_SORTS),
        filter: {
          kinds: kinds ?? null,
          statusCodes: statuses?.map((status) => STATUS[status]) ?? null,
        },
        condition: filter ?? null,
        traceCondition: traceFilter ?? null,
        search: words ?? null,
        words: words ?? '',
        isSearch: words !== undefined,
        rootSpansOnly: rootsOnly,
        timeRange: resolveTimeRange(range),
      }),
      connection: (data) => (data.node.__typename === 'Project' ? data.node.spans : undefined),
    }),
  );
}
