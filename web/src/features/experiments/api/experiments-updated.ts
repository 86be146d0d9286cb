import { graphql } from '../../../graphql.js';

/** Has an experiment of this dataset come, gone or changed its name? Asked every two seconds. */
export const DatasetExperimentsUpdatedQuery = graphql(`
  query DatasetExperimentsUpdated($id: ID!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        experimentCount
        lastUpdatedAt
      }
    }
  }
`);

/** Has an experiment of any dataset come or gone? */
export const ExperimentCountQuery = graphql(`
  query ExperimentCount {
    experimentCount
  }
`);
