import { graphql, type ResultOf } from '../../../graphql.js';

/** Who can see a project, for everyone who can. */
export const ProjectVisibilityQuery = graphql(`
  query ProjectVisibility($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Project {
        name
        isPrivate
        viewerRole
      }
    }
  }
`);

/** The people and groups with a role in a project, for its managers. */
export const ProjectRolesQuery = graphql(`
  query ProjectRoles($id: ID!) {
    userGroups {
      id
      name
      source
    }
    node(id: $id) {
      __typename
      id
      ... on Project {
        roleAssignments {
          id
          role
          createdAt
          user {
            id
            username
            email
          }
          userGroup {
            id
            name
            source
            memberCount
          }
        }
      }
    }
  }
`);

export const SetProjectPrivacyMutation = graphql(`
  mutation SetProjectPrivacy($input: SetProjectPrivacyInput!) {
    setProjectPrivacy(input: $input) {
      project {
        id
        isPrivate
      }
    }
  }
`);

export const SetProjectRoleMutation = graphql(`
  mutation SetProjectRole($input: SetProjectRoleInput!) {
    setProjectRole(input: $input) {
      project {
        id
      }
    }
  }
`);

export const RemoveProjectRoleMutation = graphql(`
  mutation RemoveProjectRole($input: RemoveProjectRoleInput!) {
    removeProjectRole(input: $input) {
      project {
        id
      }
    }
  }
`);

type VisibilityNode = ResultOf<typeof ProjectVisibilityQuery>['node'];

/** A project, and what the user may do in it. */
export type VisibleProject = Extract<VisibilityNode, { __typename: 'Project' }>;

type RolesResult = ResultOf<typeof ProjectRolesQuery>;

/** A role that a user or a group has in a project. */
export type Assignment = Extract<
  RolesResult['node'],
  { __typename: 'Project' }
>['roleAssignments'][number];

/** A group that can get a role. */
export type NamedGroup = RolesResult['userGroups'][number];

/** The role that a user or a group has in a project, by its name in the API. */
export type AssignedRole = Assignment['role'];
