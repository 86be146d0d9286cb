import { graphql } from '../../../graphql.js';

/** Whether a project stores all metrics. */
export const KeptMetricsQuery = graphql(`
  query KeptMetrics($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Project {
        keepsMetrics
      }
    }
  }
`);

export const KeepMetricsMutation = graphql(`
  mutation KeepMetrics($input: PatchProjectInput!) {
    patchProject(input: $input) {
      project {
        id
        keepsMetrics
      }
    }
  }
`);
