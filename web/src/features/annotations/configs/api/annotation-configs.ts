import { graphql, type ResultOf } from '../../../../graphql.js';
import { useGraphqlQuery } from '../../../../lib/data/use-graphql-query.js';
import { createPageSource, type List, useAllPages } from '../../../../lib/data/use-pages.js';

const PAGE_SIZE = 100;

/** Everything that annotators need to know about a config. */
export const AnnotationConfigFields = graphql(`
  fragment AnnotationConfigFields on AnnotationConfig @_unmask {
    __typename
    ... on CategoricalAnnotationConfig {
      id
      name
      description
      optimizationDirection
      values {
        label
        score
      }
    }
    ... on ContinuousAnnotationConfig {
      id
      name
      description
      optimizationDirection
      lowerBound
      upperBound
    }
    ... on FreeformAnnotationConfig {
      id
      name
      description
      optimizationDirection
      lowerBound
      upperBound
      threshold
    }
  }
`);

export type AnnotationConfig = ResultOf<typeof AnnotationConfigFields>;

export const ConfigsQuery = graphql(
  `
    query AnnotationConfigs($first: Int!, $after: String) {
      annotationConfigs(first: $first, after: $after) {
        edges {
          node {
            ...AnnotationConfigFields
            ... on AnnotationConfigBase {
              createdAt
              projectCount
              projects(first: 3) {
                edges {
                  node {
                    id
                    name
                  }
                }
              }
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [AnnotationConfigFields],
);

/** A config in a list, with the first of the projects that use it. */
export type ConfigRow = ResultOf<typeof ConfigsQuery>['annotationConfigs']['edges'][number]['node'];

/** Lists all configs, oldest first. There are few, so it reads all of them at once. */
export function useAllConfigs(): List<ConfigRow> {
  return useAllPages(
    createPageSource(ConfigsQuery, {
      variables: { first: PAGE_SIZE },
      connection: (data) => data.annotationConfigs,
    }),
  );
}

export const ProjectConfigsQuery = graphql(
  `
    query ProjectAnnotationConfigs($id: ID!) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          annotationConfigs(first: 1000) {
            edges {
              node {
                ...AnnotationConfigFields
              }
            }
          }
        }
      }
    }
  `,
  [AnnotationConfigFields],
);

/** Returns the configs that annotators see in a project, oldest first; undefined until loaded. */
export function useProjectConfigs(projectId: string, options: { enabled?: boolean } = {}) {
  const { data, error, reload } = useGraphqlQuery(ProjectConfigsQuery, { id: projectId }, options);
  const configs =
    data?.node?.__typename === 'Project'
      ? data.node.annotationConfigs.edges.map(({ node }) => node)
      : undefined;
  return { configs, error, reload };
}

export const CreateConfigMutation = graphql(
  `
    mutation CreateAnnotationConfig($input: CreateAnnotationConfigInput!) {
      createAnnotationConfig(input: $input) {
        annotationConfig {
          ...AnnotationConfigFields
        }
      }
    }
  `,
  [AnnotationConfigFields],
);

export const UpdateConfigMutation = graphql(
  `
    mutation UpdateAnnotationConfig($input: UpdateAnnotationConfigInput!) {
      updateAnnotationConfig(input: $input) {
        annotationConfig {
          ...AnnotationConfigFields
        }
      }
    }
  `,
  [AnnotationConfigFields],
);

export const DeleteConfigsMutation = graphql(`
  mutation DeleteAnnotationConfigs($input: DeleteAnnotationConfigsInput!) {
    deleteAnnotationConfigs(input: $input) {
      __typename
    }
  }
`);

export const AddConfigToProjectMutation = graphql(`
  mutation AddAnnotationConfigToProject($input: [AddAnnotationConfigToProjectInput!]!) {
    addAnnotationConfigToProject(input: $input) {
      __typename
    }
  }
`);

export const RemoveConfigFromProjectMutation = graphql(`
  mutation RemoveAnnotationConfigFromProject($input: [RemoveAnnotationConfigFromProjectInput!]!) {
    removeAnnotationConfigFromProject(input: $input) {
      __typename
    }
  }
`);
