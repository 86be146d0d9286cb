import { useQuery } from 'urql';
import { graphql } from '../../../graphql.js';

const DatasetNamesQuery = graphql(`
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

const DatasetNameQuery = graphql(`
  query DatasetName($id: ID!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        name
      }
    }
  }
`);

/** Lists the names of datasets that contain a text; the first fifty. */
export function useDatasetNames(text: string, isNeeded: boolean): string[] {
  const [{ data }] = useQuery({
    query: DatasetNamesQuery,
    variables: { filter: text === '' ? null : { col: 'name' as const, value: text } },
    pause: !isNeeded,
    requestPolicy: 'cache-and-network',
  });
  return data?.datasets.edges.map(({ node }) => node.name) ?? [];
}

/** Returns the name of a dataset once it is known. */
export function useDatasetName(id: string | undefined): string | undefined {
  const [{ data }] = useQuery({
    query: DatasetNameQuery,
    variables: { id: id ?? '' },
    pause: id === undefined,
  });
  return data?.node?.__typename === 'Dataset' ? data.node.name : undefined;
}
