import { useEffect } from 'react';
import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 50;

export const VersionsListQuery = graphql(`
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
export type DatasetVersionRow = Extract<
  Node,
  { __typename: 'Dataset' }
>['versions']['edges'][number]['node'];

/** Lists the versions of a dataset, newest first, page by page. */
export function useDatasetVersionsList(id: string) {
  return usePages(
    createPageSource(VersionsListQuery, {
      variables: { id, first: PAGE_SIZE },
      connection: (data) => (data.node.__typename === 'Dataset' ? data.node.versions : undefined),
    }),
  );
}

/** Finds a version of a dataset by its ID. */
export function useDatasetVersion(
  datasetId: string,
  versionId: string,
): { version: DatasetVersionRow | undefined; isMissing: boolean } {
  const list = useDatasetVersionsList(datasetId);
  const version = list.rows.find(({ id }) => id === versionId);
  const { hasNextPage, loadAhead } = list;
  const isSought = version === undefined && hasNextPage;
  useEffect(() => {
    if (isSought) loadAhead();
  }, [isSought, loadAhead]);
  return { version, isMissing: list.status === 'ready' && !version && !hasNextPage };
}
