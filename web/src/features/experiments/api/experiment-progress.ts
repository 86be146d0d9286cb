import { graphql } from '../../../graphql.js';

/** Have runs or evaluations arrived? Sent every two seconds while an experiment is shown. */
export const ExperimentProgressQuery = graphql(`
  query ExperimentProgress($id: ID!) {
    node(id: $id) {
      __typename
      ... on Experiment {
        id
        isBaseline
        runCount
        errorRunCount
        annotationSummaries {
          annotationName
          count
          errorCount
        }
      }
    }
  }
`);
