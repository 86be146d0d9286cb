import { graphql } from '../../../graphql.js';

// Mutations with payloads use `exact`, so that the numbers in them do not change.

export const ClonePromptMutation = graphql(`
  mutation ClonePrompt($input: ClonePromptInput!) {
    clonePrompt(input: $input) {
      id
      name
    }
  }
`);

export const PatchPromptMutation = graphql(`
  mutation PatchPrompt($input: PatchPromptInput!) {
    patchPrompt(input: $input) {
      id
      description
      metadata
    }
  }
`);

export const DeletePromptMutation = graphql(`
  mutation DeletePrompt($input: DeletePromptInput!) {
    deletePrompt(input: $input) {
      query {
        promptCount
      }
    }
  }
`);

export const SetTagMutation = graphql(`
  mutation SetPromptVersionTag($input: SetPromptVersionTagInput!) {
    setPromptVersionTag(input: $input) {
      promptVersionTag {
        id
        promptVersionId
      }
    }
  }
`);

export const DeleteTagMutation = graphql(`
  mutation DeletePromptVersionTag($input: DeletePromptVersionTagInput!) {
    deletePromptVersionTag(input: $input) {
      promptVersionTag {
        id
      }
    }
  }
`);

/** Queries the editable fields. */
export const PromptToEditQuery = graphql(`
  query PromptToEdit($id: ID!) {
    node(id: $id) {
      __typename
      ... on Prompt {
        id
        name
        description
        metadata
        versionCount
        project {
          id
          name
          isPrivate
        }
      }
    }
  }
`);
