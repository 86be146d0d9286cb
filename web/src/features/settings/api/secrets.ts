import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, useAllPages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 100;

export const SecretsQuery = graphql(`
  query SettingsSecrets($first: Int!, $after: String) {
    secrets(first: $first, after: $after) {
      edges {
        node {
          id
          key
          updatedAt
          value {
            __typename
            ... on UnparsableSecret {
              parseError
            }
          }
          user {
            id
            username
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** A secret by name. Its value never leaves the server. */
export type SecretRow = ResultOf<typeof SecretsQuery>['secrets']['edges'][number]['node'];

/**
 * Lists the secrets by name, page by page, and which of them cannot be decrypted. For
 * administrators.
 */
export function useSecrets() {
  return useAllPages(
    createPageSource(SecretsQuery, {
      variables: { first: PAGE_SIZE },
      connection: (data) => data.secrets,
    }),
  );
}
