import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

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

export const ProjectSizeQuery = graphql(`
  query ProjectSize($id: ID!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        traceCount
        recordCount
        sessionCount
      }
    }
  }
`);

/** Returns how much data a project holds over all time; undefined until known. */
export function useProjectSize(
  id: string,
): { traces: number; spans: number; sessions: number } | undefined {
  const { data } = useGraphqlQuery(ProjectSizeQuery, { id }, { gcTime: 0 });
  if (data?.node.__typename !== 'Project') return undefined;
  const { traceCount, recordCount, sessionCount } = data.node;
  return { traces: traceCount, spans: recordCount, sessions: sessionCount };
}
