import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const DatasetNamesQuery = graphql(`
  query DatasetNames($filter: DatasetFilter) {
    datasets(first: 50, sort: { col: name, dir: asc }, filter: $filter) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

export const NamedDatasetQuery = graphql(`
  query NamedDataset($id: ID!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        name
        project {
          id
          isPrivate
          viewerRole
        }
      }
    }
  }
`);

/** Lists the names of datasets that contain a text; the first fifty. */
export function useDatasetNames(text: string, isNeeded: boolean): string[] {
  const { data } = useGraphqlQuery(
    DatasetNamesQuery,
    { filter: text === '' ? null : { col: 'name' as const, value: text } },
    { enabled: isNeeded },
  );
  return data?.datasets.edges.map(({ node }) => node.name) ?? [];
}

/** Returns a dataset with its project once they are known. */
export function useNamedDataset(id: string | undefined) {
  const { data } = useGraphqlQuery(
    NamedDatasetQuery,
    { id: id ?? '' },
    { enabled: id !== undefined },
  );
  return data?.node?.__typename === 'Dataset' ? data.node : undefined;
}
