import { graphql } from '../../../graphql.js';

export const CreateDatasetMutation = graphql(`
  mutation CreateDataset($input: CreateDatasetInput!) {
    createDataset(input: $input) {
      dataset {
        id
        name
      }
    }
  }
`);

export const PatchDatasetMutation = graphql(`
  mutation PatchDataset($input: PatchDatasetInput!) {
    patchDataset(input: $input) {
      dataset {
        id
        name
        description
        metadata
      }
    }
  }
`);

export const DeleteDatasetMutation = graphql(`
  mutation DeleteDataset($input: DeleteDatasetInput!) {
    deleteDataset(input: $input) {
      dataset {
        id
      }
    }
  }
`);

/** What is edited of a dataset, and what goes with it when it is deleted. */
export const DatasetToEditQuery = graphql(`
  query DatasetToEdit($id: ID!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        name
        description
        metadata
        exampleCount
        experimentCount
      }
    }
  }
`);
