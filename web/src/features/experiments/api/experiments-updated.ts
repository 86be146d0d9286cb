import { graphql } from '../../../graphql.js';

/** Has an experiment of this dataset been added, deleted or renamed? Sent every two seconds. */
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

/** Has an experiment of any dataset been added or deleted? */
export const ExperimentCountQuery = graphql(`
  query ExperimentCount {
    experimentCount
  }
`);
