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

/** Queries the editable fields, and counts what is deleted with the dataset. */
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
        project {
          id
          name
          isPrivate
        }
      }
    }
  }
`);
