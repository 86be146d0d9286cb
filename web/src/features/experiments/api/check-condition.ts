import { useCallback } from 'react';
import type { ConditionVerdict } from '../../../components/filters/use-checked-draft.js';
import { graphql } from '../../../graphql.js';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';

export const CheckConditionQuery = graphql(`
  query CheckRunCondition($condition: String!, $experimentIds: [ID!]!) {
    validateExperimentRunFilterCondition(condition: $condition, experimentIds: $experimentIds) {
      isValid
      errorMessage
      position
      suggestion {
        name
        replaces
      }
    }
  }
`);

/** Returns what the server says about a condition. */
export function useConditionCheck(experimentIds: readonly string[]) {
  const key = experimentIds.join();
  return useCallback(
    async (condition: string): Promise<ConditionVerdict> => {
      const { data, error } = await settleRequest(
        sendDocument(CheckConditionQuery, { condition, experimentIds: key.split(',') }),
      );
      if (!data) return { problem: describeError(error).detail, warnings: [] };
      const { isValid, errorMessage, ...fault } = data.validateExperimentRunFilterCondition;
      const problem = isValid ? null : (errorMessage ?? 'This condition is not valid.');
      return { ...fault, problem, warnings: [] };
    },
    [key],
  );
}
