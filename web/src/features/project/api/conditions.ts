import { useCallback } from 'react';
import type { ConditionVerdict } from '../../../components/filters/use-checked-draft.js';
import { graphql } from '../../../graphql.js';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import type { Term } from '../query-bar/complete-terms.js';
import type { ProjectTab } from '../tabs.js';

export const CheckConditionQuery = graphql(`
  query CheckCondition(
    $id: ID!
    $condition: String!
    $ofSpans: Boolean!
    $ofTraces: Boolean!
    $ofSessions: Boolean!
  ) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        validateSpanFilterCondition(condition: $condition) @include(if: $ofSpans) {
          isValid
          errorMessage
          position
          suggestion {
            name
            replaces
          }
          warnings
        }
        validateTraceFilterCondition(condition: $condition) @include(if: $ofTraces) {
          isValid
          errorMessage
          position
          suggestion {
            name
            replaces
          }
          warnings
        }
        validateSessionFilterCondition(condition: $condition) @include(if: $ofSessions) {
          isValid
          errorMessage
          position
          suggestion {
            name
            replaces
          }
          warnings
        }
      }
    }
  }
`);

export const VocabularyQuery = graphql(`
  query FilterVocabulary($id: ID!, $ofSpans: Boolean!, $ofTraces: Boolean!, $ofSessions: Boolean!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        spanFilterVocabulary @include(if: $ofSpans) {
          name
          description
          category
          iterableName
        }
        traceFilterVocabulary @include(if: $ofTraces) {
          name
          description
          category
          iterableName
        }
        sessionFilterVocabulary @include(if: $ofSessions) {
          name
          description
          category
          iterableName
        }
      }
    }
  }
`);

const NO_TERMS: readonly Term[] = [];

function toFlags(tab: ProjectTab) {
  return { ofSpans: tab === 'spans', ofTraces: tab === 'traces', ofSessions: tab === 'sessions' };
}

/** Returns what the server says about a condition on the rows of a list. */
export function useConditionCheck(id: string, tab: ProjectTab) {
  return useCallback(
    async (condition: string): Promise<ConditionVerdict> => {
      const { data, error } = await settleRequest(
        sendDocument(CheckConditionQuery, { id, condition, ...toFlags(tab) }),
      );
      const project = data?.node.__typename === 'Project' ? data.node : undefined;
      const verdict =
        project?.validateSpanFilterCondition ??
        project?.validateTraceFilterCondition ??
        project?.validateSessionFilterCondition;
      if (!verdict) return { problem: describeError(error).detail, warnings: [] };
      const { isValid, errorMessage, ...others } = verdict;
      return {
        ...others,
        problem: isValid ? null : (errorMessage ?? 'This condition is not valid.'),
      };
    },
    [id, tab],
  );
}

/** Returns what conditions on the rows of a list can name; nothing until it has loaded. */
export function useFilterVocabulary(id: string, tab: ProjectTab, enabled: boolean) {
  const { data } = useGraphqlQuery(VocabularyQuery, () => ({ id, ...toFlags(tab) }), {
    key: [id, tab],
    enabled,
  });
  const project = data?.node.__typename === 'Project' ? data.node : undefined;
  return (
    project?.spanFilterVocabulary ??
    project?.traceFilterVocabulary ??
    project?.sessionFilterVocabulary ??
    NO_TERMS
  );
}
