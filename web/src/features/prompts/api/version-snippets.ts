import { graphql } from '../../../graphql.js';

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
