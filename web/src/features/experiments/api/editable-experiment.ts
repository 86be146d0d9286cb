import { graphql, type ResultOf } from '../../../graphql.js';

/** What can be edited of an experiment. */
export const EditableExperimentQuery = graphql(`
  query EditableExperiment($id: ID!) {
    node(id: $id) {
      __typename
      ... on Experiment {
        id
        name
        description
        metadata
      }
    }
  }
`);

type Node = ResultOf<typeof EditableExperimentQuery>['node'];

/** An experiment as its form shows it at first. */
export type EditableExperiment = Extract<Node, { __typename: 'Experiment' }>;

export const PatchExperimentMutation = graphql(`
  mutation PatchExperiment($input: PatchExperimentInput!) {
    patchExperiment(input: $input) {
      experiment {
        id
      }
    }
  }
`);
