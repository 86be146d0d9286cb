import { useCallback } from 'react';
import { useClient } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readPage } from '../../../lib/connection.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';
import { DEFAULT_SORT, toSort, TRACE_SORTS, type TracesSearch } from '../search.js';
import { PAGE_SIZE } from './page-size.js';

const TracesListQuery = graphql(`
  query TracesList(
    $id: ID!
    $first: Int!
    $after: String
    $sort: TraceSort
    $filter: TraceFilter
    $timeRange: TimeRange
  ) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        traces(first: $first, after: $after, sort: $sort, filter: $filter, timeRange: $timeRange) {
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
              session {
                id
                sessionId
              }
              rootSpan {
                id
                name
                spanKind
                statusCode
                statusMessage
                input {
                  truncatedValue
                  mimeType
                }
                output {
                  truncatedValue
                  mimeType
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
`);

type Node = ResultOf<typeof TracesListQuery>['node'];

/** A trace in the list: the values of its root span and the figures of the whole trace. */
export type TraceRow = Extract<Node, { __typename: 'Project' }>['traces']['edges'][number]['node'];

/** Lists the traces of a project that match the URL, page by page. */
export function useTracesList(id: string, search: TracesSearch, range: TimeRangeSearch) {
  const client = useClient();
  const { sort = DEFAULT_SORT, status, sessionId } = search;
  const fetchPage = useCallback<FetchPage<TraceRow>>(
    (after) =>
      readPage(
        client,
        TracesListQuery,
        {
          id,
          first: PAGE_SIZE,
          after,
          sort: toSort(sort, TRACE_SORTS),
          filter: {
            status: status ? ({ ok: 'OK', error: 'ERROR' } as const)[status] : null,
            sessionId: sessionId ?? null,
          },
          timeRange: resolveTimeRange(range),
        },
        (data) => (data.node.__typename === 'Project' ? data.node.traces : undefined),
      ),
    [client, id, sort, status, sessionId, range],
  );
  return useList(JSON.stringify([id, sort, status, sessionId, range]), fetchPage);
}
