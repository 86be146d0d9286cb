import { useCallback } from 'react';
import { useClient } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readPage } from '../../../lib/connection.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';
import { PAGE_SIZE } from './page-size.js';

const IngestionErrorsQuery = graphql(`
  query IngestionErrors($id: ID!, $first: Int!, $after: String) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        ingestionErrors(first: $first, after: $after) {
          edges {
            node {
              id
              reason
              message
              traceId
              spanId
              spanName
              occurredAt
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

type Node = ResultOf<typeof IngestionErrorsQuery>['node'];

/** A span that could not be stored, with the reason. */
export type IngestionErrorRow = Extract<
  Node,
  { __typename: 'Project' }
>['ingestionErrors']['edges'][number]['node'];

/** Lists the rejected spans of a project, newest first. */
export function useIngestionErrors(id: string) {
  const client = useClient();
  const fetchPage = useCallback<FetchPage<IngestionErrorRow>>(
    (after) =>
      readPage(client, IngestionErrorsQuery, { id, first: PAGE_SIZE, after }, (data) =>
        data.node.__typename === 'Project' ? data.node.ingestionErrors : undefined,
      ),
    [client, id],
  );
  return useList(id, fetchPage);
}
