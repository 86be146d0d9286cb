import { graphql, type VariablesOf } from '../../../graphql.js';
import { subscribe } from '../../../lib/data/graphql-subscription.js';

/** The experiment comes first. The server continues it when the stream is left. */
export const DatasetRunSubscription = graphql(`
  subscription PlaygroundDatasetRun($input: ChatCompletionOverDatasetInput!) {
    chatCompletionOverDataset(input: $input) {
      __typename
      ... on ChatCompletionSubscriptionExperiment {
        experiment {
          id
          name
        }
      }
    }
  }
`);

export type DatasetRunInput = VariablesOf<typeof DatasetRunSubscription>['input'];

/** An experiment that the server has started. */
export interface StartedExperiment {
  id: string;
  name: string;
}

/**
 * Starts an experiment.
 * @throws RequestError if the server refuses it.
 */
export function startDatasetRun(input: DatasetRunInput): Promise<StartedExperiment> {
  return new Promise((resolve, reject) => {
    const leave = subscribe(
      DatasetRunSubscription,
      { input },
      {
        onData: ({ chatCompletionOverDataset: payload }) => {
          if (payload.__typename !== 'ChatCompletionSubscriptionExperiment') return;
          leave();
          resolve(payload.experiment);
        },
        onError: reject,
        onEnd: () => reject(new Error('The server ended the stream early.')),
      },
    );
  });
}
