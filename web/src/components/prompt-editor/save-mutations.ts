import { graphql } from '../../graphql.js';

// Senders use `exact`, so that the numbers in a version do not change.

export const CreatePromptMutation = graphql(`
  mutation CreatePrompt($input: CreateChatPromptInput!) {
    createChatPrompt(input: $input) {
      id
      name
      version {
        id
        sequenceNumber
      }
    }
  }
`);

export const CreateVersionMutation = graphql(`
  mutation CreatePromptVersion($input: CreateChatPromptVersionInput!) {
    createChatPromptVersion(input: $input) {
      id
      version {
        id
        sequenceNumber
      }
    }
  }
`);
