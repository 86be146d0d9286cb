import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';
import { subscribe } from '../../../lib/data/graphql-subscription.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** The experiment comes first. The server continues it when the stream is left. */
const DatasetRunSubscription = graphql(`
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

const DatasetsQuery = graphql(`
  query PlaygroundDatasets($name: String!, $first: Int!) {
    datasets(first: $first, filter: { col: name, value: $name }) {
      edges {
        node {
          id
          name
          exampleCount
        }
      }
    }
  }
`);

type DatasetChoice = ResultOf<typeof DatasetsQuery>['datasets']['edges'][number]['node'];

const MOST_CHOICES = 50;

/** Returns the newest datasets whose names contain a text. */
export function useDatasetChoices(name: string): DatasetChoice[] {
  const variables = { name, first: MOST_CHOICES };
  const { data } = useGraphqlQuery(DatasetsQuery, variables, { keepPrevious: true });
  return (data?.datasets.edges ?? []).map(({ node }) => node);
}
