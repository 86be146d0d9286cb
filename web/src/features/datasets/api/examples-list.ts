import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import type { ExamplesSearch } from '../search.js';

const PAGE_SIZE = 50;

export const ExamplesListQuery = graphql(`
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
  return usePages(
    createPageSource(ExamplesListQuery, {
      variables: {
        id,
        first: PAGE_SIZE,
        version: version ?? null,
        splits: splits ?? null,
        text: q ?? null,
      },
      connection: (data) => (data.node.__typename === 'Dataset' ? data.node.examples : undefined),
      exact: true,
    }),
  );
}
