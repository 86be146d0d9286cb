import { graphql, type ResultOf } from '../../../graphql.js';

export const SessionsQuery = graphql(`
  query OwnSessions {
    viewer {
      id
      sessions {
        id
        createdAt
        lastUsedAt
        expiresAt
        address
        userAgent
        authMethod
        provider
        isCurrent
      }
    }
  }
`);

/** One of your sign-in sessions. */
export type LoginSession = NonNullable<
  ResultOf<typeof SessionsQuery>['viewer']
>['sessions'][number];

export const EndOwnSessionMutation = graphql(`
  mutation EndSession($input: EndLoginSessionInput!) {
    endLoginSession(input: $input) {
      user {
        id
      }
    }
  }
`);

export const EndOtherSessionsMutation = graphql(`
  mutation EndOtherSessions {
    endOtherLoginSessions {
      user {
        id
      }
    }
  }
`);
