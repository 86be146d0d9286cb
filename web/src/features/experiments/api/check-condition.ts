import { useCallback } from 'react';
import { graphql } from '../../../graphql.js';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';

const CheckConditionQuery = graphql(`
  query CheckRunCondition($condition: String!, $experimentIds: [ID!]!) {
    validateExperimentRunFilterCondition(condition: $condition, experimentIds: $experimentIds) {
      isValid
      errorMessage
    }
  }
`);

/** Returns the server’s error message for a condition; null if it is valid. */
export function useConditionCheck(experimentIds: readonly string[]) {
  const key = experimentIds.join();
  return useCallback(
    async (condition: string): Promise<string | null> => {
      const { data, error } = await settleRequest(
        sendDocument(CheckConditionQuery, { condition, experimentIds: key.split(',') }),
      );
      if (!data) return describeError(error).detail;
      const { isValid, errorMessage } = data.validateExperimentRunFilterCondition;
      return isValid ? null : (errorMessage ?? 'This condition is not valid.');
    },
    [key],
  );
}
