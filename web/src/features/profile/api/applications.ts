import { graphql, type ResultOf } from '../../../graphql.js';

export const ApplicationsQuery = graphql(`
  query OwnApplications {
    viewer {
      id
      oauth2Grants {
        id
        clientName
        clientId
        isFirstParty
        createdAt
        expiresAt
        lastUsedAt
      }
    }
  }
`);

/** Your permission for an application. */
export type OwnGrant = NonNullable<
  ResultOf<typeof ApplicationsQuery>['viewer']
>['oauth2Grants'][number];
