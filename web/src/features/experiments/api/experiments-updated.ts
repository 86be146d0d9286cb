import { graphql } from '../../../graphql.js';

/** Detects added, deleted and renamed experiments of a dataset. Sent every two seconds. */
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

/** Detects added and deleted experiments of all datasets. */
export const ExperimentCountQuery = graphql(`
  query ExperimentCount {
    experimentCount
  }
`);
