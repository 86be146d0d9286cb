import { graphql } from '../../../graphql.js';

export const SetExperimentBaselineMutation = graphql(`
  mutation SetExperimentBaseline($input: SetExperimentBaselineInput!) {
    setExperimentBaseline(input: $input) {
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
