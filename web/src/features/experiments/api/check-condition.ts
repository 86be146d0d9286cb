import { useCallback } from 'react';
import { useClient } from 'urql';
import { graphql } from '../../../graphql.js';
import { describeError } from '../../../lib/errors/server-errors.js';

const CheckConditionQuery = graphql(`
  query CheckRunCondition($condition: String!, $experimentIds: [ID!]!) {
    validateExperimentRunFilterCondition(condition: $condition, experimentIds: $experimentIds) {
      isValid
      errorMessage
    }
  }
`);

/** Asks the server what is wrong with a condition; null if it is valid. */
export function useConditionCheck(experimentIds: readonly string[]) {
  const client = useClient();
  const key = experimentIds.join();
  return useCallback(
    async (condition: string): Promise<string | null> => {
      const { data, error } = await client
        .query(CheckConditionQuery, { condition, experimentIds: key.split(',') })
        .toPromise();
      if (!data) return describeError(error).detail;
      const { isValid, errorMessage } = data.validateExperimentRunFilterCondition;
      return isValid ? null : (errorMessage ?? 'This condition is not valid.');
    },
    [client, key],
  );
}
