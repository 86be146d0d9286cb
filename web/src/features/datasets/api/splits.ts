import { useCallback } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';

const DatasetSplitsQuery = graphql(`
  query DatasetSplits($datasetId: ID) {
    datasetSplits(first: 1000) {
      edges {
        node {
          id
          name
          description
          color
          exampleCount(datasetId: $datasetId)
        }
      }
    }
  }
`);

export const CreateDatasetSplitMutation = graphql(`
  mutation CreateDatasetSplit($input: CreateDatasetSplitInput!) {
    createDatasetSplit(input: $input) {
      datasetSplit {
        id
        name
        description
        color
      }
    }
  }
`);

export const PatchDatasetSplitMutation = graphql(`
  mutation PatchDatasetSplit($input: PatchDatasetSplitInput!) {
    patchDatasetSplit(input: $input) {
      datasetSplit {
        id
        name
        description
        color
      }
    }
  }
`);

export const DeleteDatasetSplitsMutation = graphql(`
  mutation DeleteDatasetSplits($input: DeleteDatasetSplitsInput!) {
    deleteDatasetSplits(input: $input) {
      datasetSplits {
        id
      }
    }
  }
`);

/** A part of datasets, such as `train`. All datasets share the same splits. */
export type Split = ResultOf<typeof DatasetSplitsQuery>['datasetSplits']['edges'][number]['node'];

/**
 * Lists all splits, with the number of their examples in one dataset or in all; undefined until
 * known.
 */
export function useSplits(datasetId: string | null) {
  const [{ data, error }, ask] = useQuery({
    query: DatasetSplitsQuery,
    variables: { datasetId },
    requestPolicy: 'cache-and-network',
  });
  const reread = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  return { splits: data?.datasetSplits.edges.map(({ node }) => node), error, reread };
}
