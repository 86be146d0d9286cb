import { graphql } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

const MAX_VERSIONS = 100;

export const PromptVersionsQuery = graphql(`
  query EvaluatorPromptVersions($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on Prompt {
        id
        promptVersions(first: $first) {
          edges {
            node {
              id
              sequenceNumber
            }
          }
        }
      }
    }
  }
`);

export const CodeVersionsQuery = graphql(`
  query EvaluatorCodeVersions($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on CodeEvaluator {
        id
        versions(first: $first) {
          edges {
            node {
              id
              sequenceNumber
            }
          }
        }
      }
    }
  }
`);

/** A version of a prompt or of code that can be chosen. */
export interface VersionOption {
  id: string;
  sequenceNumber: number;
}

/** Returns the newest versions of a prompt. */
export function usePromptVersionOptions(promptId: string): VersionOption[] {
  const { data } = useGraphqlQuery(PromptVersionsQuery, { id: promptId, first: MAX_VERSIONS });
  return data?.node.__typename === 'Prompt' ? listNodes(data.node.promptVersions) : [];
}

/** Returns the newest versions of the code of an evaluator. */
export function useCodeVersionOptions(evaluatorId: string): VersionOption[] {
  const { data } = useGraphqlQuery(CodeVersionsQuery, { id: evaluatorId, first: MAX_VERSIONS });
  return data?.node.__typename === 'CodeEvaluator' ? listNodes(data.node.versions) : [];
}

export const CodeVersionQuery = graphql(`
  query CodeEvaluatorVersion($id: ID!) {
    node(id: $id) {
      __typename
      ... on CodeEvaluatorVersion {
        id
        sequenceNumber
        sourceCode
        createdAt
        user {
          id
          username
        }
      }
    }
  }
`);

/** Returns a version of the code of an evaluator. */
export function useCodeVersion(id: string) {
  const { data, error, reload } = useGraphqlQuery(CodeVersionQuery, { id });
  const version = data?.node.__typename === 'CodeEvaluatorVersion' ? data.node : undefined;
  return { version, error, isMissing: data !== undefined && !version, reload };
}
