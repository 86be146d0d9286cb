import { useCallback } from 'react';
import { useClient } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readPage } from '../../../lib/connection.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';

const PAGE_SIZE = 50;

const PromptVersionsQuery = graphql(`
  query PromptVersions($id: ID!, $first: Int!, $after: String) {
    node(id: $id) {
      __typename
      ... on Prompt {
        id
        promptVersions(first: $first, after: $after) {
          edges {
            node {
              id
              sequenceNumber
              description
              createdAt
              modelProvider
              modelName
              user {
                id
                username
              }
              tags {
                id
                name
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

type Node = ResultOf<typeof PromptVersionsQuery>['node'];

/** A version in the list. */
export type VersionRow = Extract<
  Node,
  { __typename: 'Prompt' }
>['promptVersions']['edges'][number]['node'];

/** Lists the versions of a prompt, newest first, page by page. */
export function useVersionsList(promptId: string) {
  const client = useClient();
  const fetchPage = useCallback<FetchPage<VersionRow>>(
    (after) =>
      readPage(client, PromptVersionsQuery, { id: promptId, first: PAGE_SIZE, after }, (data) =>
        data.node.__typename === 'Prompt' ? data.node.promptVersions : undefined,
      ),
    [client, promptId],
  );
  return useList(promptId, fetchPage);
}
