import { graphql, type ResultOf } from '../../../graphql.js';

export const PromptFrameQuery = graphql(`
  query PromptFrame($id: ID!) {
    node(id: $id) {
      __typename
      ... on Prompt {
        id
        name
        description
        metadata
        createdAt
        updatedAt
        versionCount
        project {
          id
          name
          isPrivate
          viewerRole
        }
        createdBy {
          id
          username
        }
        sourcePromptId
        sourcePrompt {
          id
          name
        }
        labels {
          id
          name
          description
          color
        }
        versionTags {
          id
          name
          description
          promptVersionId
          promptVersion {
            id
            sequenceNumber
          }
          user {
            id
            username
          }
        }
        version {
          id
          sequenceNumber
        }
      }
    }
  }
`);

type Node = ResultOf<typeof PromptFrameQuery>['node'];

/** A prompt, for the page around its versions. */
export type PromptFrame = Extract<Node, { __typename: 'Prompt' }>;

/** A tag of a prompt, and the version it points to. */
export type PromptTag = PromptFrame['versionTags'][number];
