import { useCallback } from 'react';
import { useClient } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readPage } from '../../../lib/connection.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';

const PAGE_SIZE = 50;

const VersionsListQuery = graphql(`
  query VersionsList($id: ID!, $first: Int!, $after: String) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        versions(first: $first, after: $after) {
          edges {
            node {
              id
              sequenceNumber
              description
              createdAt
              exampleCount
              createdCount
              updatedCount
              deletedCount
              user {
                id
                username
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

type Node = ResultOf<typeof VersionsListQuery>['node'];

/** A version of a dataset: the result of one change. */
export type VersionRow = Extract<
  Node,
  { __typename: 'Dataset' }
>['versions']['edges'][number]['node'];

/** Lists the versions of a dataset, newest first, page by page. */
export function useVersionsList(id: string) {
  const client = useClient();
  const fetchPage = useCallback<FetchPage<VersionRow>>(
    (after) =>
      readPage(client, VersionsListQuery, { id, first: PAGE_SIZE, after }, (data) =>
        data.node.__typename === 'Dataset' ? data.node.versions : undefined,
      ),
    [client, id],
  );
  return useList(id, fetchPage);
}
