import { graphql, type ResultOf } from '../../../graphql.js';
import { UserFields } from './user-fields.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { buildUserFilter } from '../search.js';

const PAGE_SIZE = 50;

export const UsersQuery = graphql(
  `
    query SettingsUsers($first: Int!, $after: String, $filter: UserFilter) {
      users(first: $first, after: $after, filter: $filter) {
        edges {
          node {
            ...UserFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [UserFields],
);

/** A user in the list. */
export type UserRow = ResultOf<typeof UsersQuery>['users']['edges'][number]['node'];

/** Lists the users, page by page. */
export function useUsers(search: string) {
  return usePages(
    createPageSource(UsersQuery, {
      variables: { first: PAGE_SIZE, filter: buildUserFilter(search) },
      connection: (data) => data.users,
    }),
  );
}

export const UserQuery = graphql(
  `
    query SettingsUser($id: ID!) {
      node(id: $id) {
        __typename
        ... on User {
          ...UserFields
          secondFactor {
            authenticatorAddedAt
            passkeys {
              id
            }
          }
          apiKeys {
            id
            name
            prefix
            scope
            expiresAt
            lastUsedAt
            project {
              id
              name
            }
          }
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
    }
  `,
  [UserFields],
);

type Node = ResultOf<typeof UserQuery>['node'];

/** A user with keys and sessions. */
export type UserDetail = Extract<Node, { __typename: 'User' }>;
export type UserSession = UserDetail['sessions'][number];

/** Returns one user, first from the cache, then from the server. */
export function useUser(id: string) {
  const { data, error, reload } = useGraphqlQuery(UserQuery, { id });
  const user = data?.node.__typename === 'User' && data.node.id === id ? data.node : undefined;
  return { user, error, reload };
}

export const UserChoicesQuery = graphql(`
  query SettingsUserChoices($filter: UserFilter) {
    users(first: 8, filter: $filter) {
      edges {
        node {
          id
          username
          email
        }
      }
    }
  }
`);

/** Lists the first users that match a text, as suggestions. */
export function useUserChoices(text: string) {
  const { data, isLoading, isPrevious } = useGraphqlQuery(
    UserChoicesQuery,
    { filter: buildUserFilter(text.trim()) },
    { keepPrevious: true },
  );
  return {
    users: data?.users.edges.map(({ node }) => node) ?? [],
    isPending: isLoading || isPrevious,
  };
}

export const UserNameQuery = graphql(`
  query SettingsUserName($id: ID!) {
    node(id: $id) {
      __typename
      ... on User {
        id
        username
      }
    }
  }
`);

/** Returns the name of a user; undefined while it loads, or if the user has been deleted. */
export function useUserName(id: string | undefined) {
  const { data, isLoading } = useGraphqlQuery(
    UserNameQuery,
    { id: id ?? '' },
    { enabled: id !== undefined },
  );
  const name = data?.node.__typename === 'User' ? data.node.username : undefined;
  return { name, isPending: isLoading };
}
