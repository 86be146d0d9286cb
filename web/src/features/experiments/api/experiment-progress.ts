import { graphql } from '../../../graphql.js';

/** Detects new runs and evaluations. Sent every two seconds while an experiment is shown. */
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
