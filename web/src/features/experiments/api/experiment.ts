import { useCallback } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
import { ExperimentFields } from './experiment-fields.js';

const ExperimentQuery = graphql(
  `
    query Experiment($id: ID!) {
      node(id: $id) {
        __typename
        ... on Experiment {
          ...ExperimentFields
          metadata
          dataset {
            id
            baselineExperiment {
              id
            }
          }
          projectName
          datasetVersion {
            id
            description
            createdAt
          }
          tags {
            id
            name
            description
          }
          scores: annotationSummaries {
            annotationName
            labelFractions {
              label
              fraction
            }
          }
        }
      }
    }
  `,
  [ExperimentFields],
);

type Node = ResultOf<typeof ExperimentQuery>['node'];

/** An experiment with everything its page says above the runs. */
export type ExperimentDetail = Extract<Node, { __typename: 'Experiment' }>;

/** One experiment; what is shown first may be of the cache, and is asked for again. */
export function useExperiment(id: string) {
  const [{ data, error }, ask] = useQuery({
    query: ExperimentQuery,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const reload = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  const experiment =
    data?.node.__typename === 'Experiment' && data.node.id === id ? data.node : undefined;
  return { experiment, isMissing: data !== undefined && !experiment, error, reload };
}
