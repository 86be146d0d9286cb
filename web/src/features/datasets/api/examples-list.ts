import { useCallback } from 'react';
import { graphql, type ResultOf } from '../../../graphql.js';
import { readExactPage } from '../../../lib/connection.js';
import { type FetchPage, useList } from '../../../lib/use-list.js';
import type { ExamplesSearch } from '../search.js';

const PAGE_SIZE = 50;

const ExamplesListQuery = graphql(`
  query ExamplesList(
    $id: ID!
    $first: Int!
    $after: String
    $version: ID
    $splits: [ID!]
    $text: String
  ) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        examples(
          first: $first
          after: $after
          datasetVersionId: $version
          splitIds: $splits
          filter: $text
        ) {
          edges {
            node {
              id
              externalId
              createdAt
              datasetSplits {
                id
                name
                color
              }
              revision {
                input
                output
                metadata
                createdAt
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

type Node = ResultOf<typeof ExamplesListQuery>['node'];

/** An example in the list, at the listed version. */
export type ExampleRow = Extract<
  Node,
  { __typename: 'Dataset' }
>['examples']['edges'][number]['node'];

/** Lists the examples of a dataset that match the URL, page by page. */
export function useExamplesList(id: string, search: ExamplesSearch) {
  const { version, splits, q } = search;
  const fetchPage = useCallback<FetchPage<ExampleRow>>(
    (after) =>
      readExactPage(
        ExamplesListQuery,
        {
          id,
          first: PAGE_SIZE,
          after,
          version: version ?? null,
          splits: splits ?? null,
          text: q ?? null,
        },
        (data) => (data.node.__typename === 'Dataset' ? data.node.examples : undefined),
      ),
    [id, version, splits, q],
  );
  return useList(JSON.stringify([id, version, splits, q]), fetchPage);
}
