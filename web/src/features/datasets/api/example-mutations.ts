import { graphql } from '../../../graphql.js';

// Mutations with payloads use `exact`, so that the numbers in them do not change.

export const AddExamplesMutation = graphql(`
  mutation AddExamples($input: AddExamplesToDatasetInput!) {
    addExamplesToDataset(input: $input) {
      dataset {
        id
        versions(first: 1) {
          edges {
            node {
              id
            }
          }
        }
      }
    }
  }
`);

export const PatchExamplesMutation = graphql(`
  mutation PatchExamples($input: PatchDatasetExamplesInput!) {
    patchDatasetExamples(input: $input) {
      dataset {
        id
        versions(first: 1) {
          edges {
            node {
              id
            }
          }
        }
      }
    }
  }
`);

export const DeleteExamplesMutation = graphql(`
  mutation DeleteExamples($input: DeleteDatasetExamplesInput!) {
    deleteDatasetExamples(input: $input) {
      dataset {
        id
        versions(first: 1) {
          edges {
            node {
              id
            }
          }
        }
      }
    }
  }
`);

export const SetExamplesSplitsMutation = graphql(`
  mutation SetExamplesSplits($input: SetDatasetExamplesSplitsInput!) {
    setDatasetExamplesSplits(input: $input) {
      examples {
        id
      }
    }
  }
`);

/** Returns the newest version of a dataset from the result of a mutation. */
export function getNewestVersion(dataset: {
  versions: { edges: readonly { node: { id: string } }[] };
}): string | undefined {
  return dataset.versions.edges[0]?.node.id;
}
