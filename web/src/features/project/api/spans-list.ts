import { AnnotationValueFields } from '../../../components/annotations/annotation-value.js';
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
import { PAGE_SIZE } from './project-frame.js';

const SpansListQuery = graphql(
  `
    query SpansList(
      $id: ID!
      $first: Int!
      $after: String
      $sort: SpanSort
      $filter: SpanFilter
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
            rootSpansOnly: $rootSpansOnly
            timeRange: $timeRange
          ) {
            edges {
              node {
                id
                context {
                  traceId
                  spanId
                }
                name
                spanKind
                statusCode
                statusMessage
                startTime
                latencyMs
                userId
                modelName
                tokenCountTotal
                tokenCountPrompt
                tokenCountCompletion
                cumulativeTokenCountTotal
                spanAnnotations(filter: { exclude: { names: ["note"] } }) {
                  ...AnnotationValueFields
                }
                inputPreview {
                  truncatedValue
                  mimeType
                }
                outputPreview {
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
  [AnnotationValueFields],
);

type Node = ResultOf<typeof SpansListQuery>['node'];

/** A span in the list. */
export type SpanRow = Extract<Node, { __typename: 'Project' }>['spans']['edges'][number]['node'];

const STATUS = { ok: 'OK', error: 'ERROR', unset: 'UNSET' } as const;

/** Lists the spans of a project that match the URL, page by page. */
export function useSpansList(id: string, search: SpansSearch, range: TimeRangeSearch) {
  const { sort = DEFAULT_SORT, rootsOnly = false, name, kinds, statuses } = search;
  const by = readAnnotationSort(sort);
  return usePages(
    createPageSource(SpansListQuery, {
      key: [id, sort, kinds, statuses, name, rootsOnly, range],
      variables: () => ({
        id,
        first: PAGE_SIZE,
        sort: by ? { evalResultKey: by.key, dir: by.dir } : toSort(sort, SPAN_SORTS),
        filter: {
          kinds: kinds ?? null,
          statusCodes: statuses?.map((status) => STATUS[status]) ?? null,
          names: name ? [name] : null,
        },
        rootSpansOnly: rootsOnly,
        timeRange: resolveTimeRange(range),
      }),
      connection: (data) => (data.node.__typename === 'Project' ? data.node.spans : undefined),
    }),
  );
}
