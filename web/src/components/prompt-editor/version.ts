import { graphql, type ResultOf } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';

/** The fields of a message that the editor shows. */
export const MessageFields = graphql(`
  fragment MessageFields on PromptMessage @_unmask {
    role
    roleName
    content {
      __typename
      ... on TextContentPart {
        text {
          text
        }
      }
      ... on ToolCallContentPart {
        toolCall {
          toolCallId
          toolCall {
            name
            arguments
          }
        }
      }
      ... on ToolResultContentPart {
        toolResult {
          toolCallId
          result
        }
      }
    }
  }
`);

export const PromptVersionQuery = graphql(
  `
    query PromptVersion($id: ID!) {
      node(id: $id) {
        __typename
        ... on PromptVersion {
          id
          sequenceNumber
          description
          createdAt
          isLatest
          modelProvider
          modelName
          customProvider {
            id
            name
            sdk
          }
          templateFormat
          variables
          metadata
          previousVersion {
            id
            sequenceNumber
          }
          user {
            id
            username
          }
          tags {
            id
            name
          }
          template {
            __typename
            ... on PromptStringTemplate {
              template
            }
            ... on PromptChatTemplate {
              messages {
                ...MessageFields
              }
            }
          }
          tools {
            json
          }
          responseFormat {
            json
          }
          invocationParameters {
            __typename
            ... on PromptOpenAIInvocationParameters {
              json
            }
            ... on PromptAnthropicInvocationParameters {
              json
            }
            ... on PromptGoogleInvocationParameters {
              json
            }
            ... on PromptAWSInvocationParameters {
              json
            }
          }
        }
      }
    }
  `,
  [MessageFields],
);

type Node = ResultOf<typeof PromptVersionQuery>['node'];

/** A complete version. */
export type VersionDetail = Extract<Node, { __typename: 'PromptVersion' }>;

type ChatTemplate = Extract<VersionDetail['template'], { __typename: 'PromptChatTemplate' }>;

/** A message of a template. */
export type TemplateMessage = ChatTemplate['messages'][number];

/** Returns a version with every number unchanged. */
export function usePromptVersion(id: string) {
  const { data, error, reload } = useGraphqlQuery(PromptVersionQuery, { id }, { exact: true });
  const version = data?.node.__typename === 'PromptVersion' ? data.node : undefined;
  return { version, error, isMissing: data !== undefined && !version, reload };
}

export const PromptSnippetsQuery = graphql(`
  query PromptSnippets($id: ID!, $server: String!, $tag: Identifier, $latest: Boolean!) {
    node(id: $id) {
      __typename
      ... on PromptVersion {
        id
        snippets(server: $server, tagName: $tag, latest: $latest) {
          language
          code
        }
      }
    }
  }
`);
