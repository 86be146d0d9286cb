import { graphql } from '../../../graphql.js';

export const CreateProjectMutation = graphql(`
  mutation CreateProject($input: CreateProjectInput!) {
    createProject(input: $input) {
      project {
        id
        name
      }
    }
  }
`);

export const DeleteProjectMutation = graphql(`
  mutation DeleteProject($id: ID!) {
    deleteProject(id: $id) {
      __typename
    }
  }
`);

export const ClearProjectMutation = graphql(`
  mutation ClearProject($input: ClearProjectInput!) {
    clearProject(input: $input) {
      __typename
    }
  }
`);

export const PatchProjectMutation = graphql(`
  mutation PatchProject($input: PatchProjectInput!) {
    patchProject(input: $input) {
      project {
        id
        description
      }
    }
  }
`);
