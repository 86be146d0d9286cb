import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const PromptLabelsQuery = graphql(`
  query PromptLabels {
    promptLabels(first: 1000) {
      edges {
        node {
          id
          name
          description
          color
          usageCount
        }
      }
    }
  }
`);

export const CreatePromptLabelMutation = graphql(`
  mutation CreatePromptLabel($input: CreatePromptLabelInput!) {
    createPromptLabel(input: $input) {
      promptLabels {
        id
        name
        description
        color
        usageCount
      }
    }
  }
`);

export const PatchPromptLabelMutation = graphql(`
  mutation PatchPromptLabel($input: PatchPromptLabelInput!) {
    patchPromptLabel(input: $input) {
      promptLabels {
        id
        name
        description
        color
      }
    }
  }
`);

export const DeletePromptLabelsMutation = graphql(`
  mutation DeletePromptLabels($input: DeletePromptLabelsInput!) {
    deletePromptLabels(input: $input) {
      deletedPromptLabelIds
    }
  }
`);

/** Adds and removes labels of a prompt in one request. */
export const ChangePromptLabelsMutation = graphql(`
  mutation ChangePromptLabels($added: SetPromptLabelsInput!, $removed: UnsetPromptLabelsInput!) {
    unsetPromptLabels(input: $removed) {
      query {
        promptCount
      }
    }
    setPromptLabels(input: $added) {
      query {
        promptCount
      }
    }
  }
`);

/** A label for prompts. */
export type PromptLabel = ResultOf<
  typeof PromptLabelsQuery
>['promptLabels']['edges'][number]['node'];

/** Lists all labels of prompts, by name; undefined until known. */
export function usePromptLabels({ isPaused = false } = {}) {
  const { data, error, reload } = useGraphqlQuery(PromptLabelsQuery, {}, { enabled: !isPaused });
  return { labels: data?.promptLabels.edges.map(({ node }) => node), error, reload };
}
