import { graphql } from '../../../graphql.js';

/** Queries the editable fields. */
export const EditableExperimentQuery = graphql(`
  query EditableExperiment($id: ID!) {
    node(id: $id) {
      __typename
      ... on Experiment {
        id
        name
        description
        metadata
      }
    }
  }
`);

export const PatchExperimentMutation = graphql(`
  mutation PatchExperiment($input: PatchExperimentInput!) {
    patchExperiment(input: $input) {
      experiment {
        id
      }
    }
  }
`);

export const SetExperimentBaselineMutation = graphql(`
  mutation SetExperimentBaseline($experimentId: ID!, $baseline: Boolean!) {
    setExperimentBaseline(experimentId: $experimentId, baseline: $baseline) {
      experiment {
        id
        isBaseline
      }
      previousBaselineExperiment {
        id
        name
        isBaseline
      }
    }
  }
`);

export const DeleteExperimentsMutation = graphql(`
  mutation DeleteExperiments($input: DeleteExperimentsInput!) {
    deleteExperiments(input: $input) {
      experiments {
        id
      }
    }
  }
`);
