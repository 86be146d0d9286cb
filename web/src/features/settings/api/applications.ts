import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const GrantsQuery = graphql(`
  query SettingsApplications {
    oauth2Grants {
      id
      clientName
      clientId
      isFirstParty
      createdAt
      expiresAt
      lastUsedAt
      user {
        id
        username
      }
    }
  }
`);

/** The permission of a user for an application. */
export type GrantRow = ResultOf<typeof GrantsQuery>['oauth2Grants'][number];

/** Lists the applications that act for users. */
export function useGrants() {
  const { data, error, reload } = useGraphqlQuery(GrantsQuery, {});
  return { grants: data?.oauth2Grants, error, reload };
}
