import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';

/** The rules of a project. */
export const ProjectMaskingQuery = graphql(`
  query ProjectMasking($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Project {
        masking {
          keys
          kinds
          patterns {
            name
            pattern
          }
        }
      }
    }
  }
`);

export const PatchMaskingMutation = graphql(`
  mutation PatchProjectMasking($input: PatchProjectMaskingInput!) {
    patchProjectMasking(input: $input) {
      project {
        id
      }
    }
  }
`);

/** The changes that rules would make in the newest spans. */
export const MaskingPreviewQuery = graphql(`
  query MaskingPreview($id: ID!, $rules: MaskRulesInput!) {
    node(id: $id) {
      __typename
      id
      ... on Project {
        maskingPreview(rules: $rules) {
          partCount
          parts {
            path
            before
            after
          }
          span {
            id
            name
            spanKind
            context {
              traceId
            }
          }
        }
      }
    }
  }
`);

type Project = Extract<ResultOf<typeof ProjectMaskingQuery>['node'], { __typename: 'Project' }>;

/** The masking rules of a project. */
export type Masking = Project['masking'];

/** The rules as the server takes them. */
export type MaskRules = VariablesOf<typeof MaskingPreviewQuery>['rules'];

type PreviewedProject = Extract<
  ResultOf<typeof MaskingPreviewQuery>['node'],
  { __typename: 'Project' }
>;

/** The changes that rules would make in a span. */
export type MaskedSpan = PreviewedProject['maskingPreview'][number];
