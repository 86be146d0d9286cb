import { graphql } from '../../../graphql.js';

/** Have runs or evaluations come? Asked every two seconds while an experiment is looked at. */
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
