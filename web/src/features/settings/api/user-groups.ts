import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const UserGroupsQuery = graphql(`
  query SettingsUserGroups {
    userGroups {
      id
      name
      source
      memberCount
      createdAt
    }
  }
`);

export const GroupMembersQuery = graphql(`
  query SettingsGroupMembers($id: ID!) {
    node(id: $id) {
      __typename
      ... on UserGroup {
        id
        members {
          id
          username
          email
        }
      }
    }
  }
`);

export const CreateGroupMutation = graphql(`
  mutation SettingsCreateGroup($input: CreateUserGroupInput!) {
    createUserGroup(input: $input) {
      userGroup {
        id
        name
      }
    }
  }
`);

export const PatchGroupMutation = graphql(`
  mutation SettingsPatchGroup($input: PatchUserGroupInput!) {
    patchUserGroup(input: $input) {
      userGroup {
        id
        name
      }
    }
  }
`);

export const DeleteGroupsMutation = graphql(`
  mutation SettingsDeleteGroups($input: DeleteUserGroupsInput!) {
    deleteUserGroups(input: $input) {
      userGroupIds
    }
  }
`);

/** A group in the list. */
export type GroupRow = ResultOf<typeof UserGroupsQuery>['userGroups'][number];

type GroupNode = Extract<ResultOf<typeof GroupMembersQuery>['node'], { __typename: 'UserGroup' }>;

/** A user in a group. */
export type GroupMember = GroupNode['members'][number];

/** Lists all groups, by name. */
export function useUserGroups() {
  const { data, error, reload } = useGraphqlQuery(UserGroupsQuery, {});
  return { groups: data?.userGroups, error, reload };
}

/** Lists the members of a group, by when they were added. */
export function useGroupMembers(id: string) {
  const { data, error, reload } = useGraphqlQuery(GroupMembersQuery, { id }, { gcTime: 0 });
  const members = data?.node.__typename === 'UserGroup' ? data.node.members : undefined;
  return { members, error, reload };
}
