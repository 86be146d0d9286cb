import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';

/** The sampling of a project, and what it decided in the last day. */
export const ProjectSamplingQuery = graphql(`
  query ProjectSampling($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Project {
        sampling {
          isEnabled
          enabledAt
          lastError
          lastErrorAt
          rules {
            share
            sharesSessions
            keepsFailed
            minLatencyMs
            minCost
            minTokens
            scores {
              name
              below
              labels
            }
            condition
            quietSeconds
            longestWaitSeconds
          }
        }
        samplingCounts(hours: 24) {
          outcome
          traceCount
        }
      }
    }
  }
`);

export const PatchSamplingMutation = graphql(`
  mutation PatchProjectSampling($input: PatchProjectSamplingInput!) {
    patchProjectSampling(input: $input) {
      project {
        id
      }
    }
  }
`);

/** The decisions that rules would make about the newest traces. */
export const SamplingPreviewQuery = graphql(`
  query SamplingPreview($id: ID!, $rules: SamplingRulesInput!) {
    node(id: $id) {
      __typename
      id
      ... on Project {
        samplingPreview(rules: $rules) {
          outcome
          traceCount
        }
      }
    }
  }
`);

type Project = Extract<ResultOf<typeof ProjectSamplingQuery>['node'], { __typename: 'Project' }>;

/** Which traces of a project are kept once they are quiet. */
export type Sampling = Project['sampling'];

/** How many traces had an outcome. */
export type SamplingCount = Project['samplingCounts'][number];

/** The rules as the server takes them. */
export type SamplingRules = VariablesOf<typeof SamplingPreviewQuery>['rules'];
