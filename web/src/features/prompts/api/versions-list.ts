import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 50;

export const PromptVersionsQuery = graphql(`
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
export type PromptVersionRow = Extract<
  Node,
  { __typename: 'Prompt' }
>['promptVersions']['edges'][number]['node'];

/** Lists the versions of a prompt, newest first, page by page. */
export function usePromptVersionsList(promptId: string) {
  return usePages(
    createPageSource(PromptVersionsQuery, {
      variables: { id: promptId, first: PAGE_SIZE },
      connection: (data) =>
        data.node.__typename === 'Prompt' ? data.node.promptVersions : undefined,
    }),
  );
}
