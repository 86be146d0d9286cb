import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const DatasetSplitsQuery = graphql(`
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
  mutation DeleteDatasetSplits($input: DeleteDatasetSplitInput!) {
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
  const { data } = useGraphqlQuery(DatasetSplitsQuery, { datasetId });
  return { splits: data?.datasetSplits.edges.map(({ node }) => node) };
}
