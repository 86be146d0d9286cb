import { graphql } from '../../../graphql.js';

/** Which costs count in a project. */
export const SentCostsQuery = graphql(`
  query SentCosts($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Project {
        prefersSentCosts
      }
    }
  }
`);

export const PreferSentCostsMutation = graphql(`
  mutation PreferSentCosts($input: PatchProjectInput!) {
    patchProject(input: $input) {
      project {
        id
        prefersSentCosts
      }
    }
  }
`);
