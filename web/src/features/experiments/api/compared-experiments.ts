import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
import { ExperimentFields } from './experiment-fields.js';

const ComparedExperimentsQuery = graphql(
  `
    query ComparedExperiments($datasetId: ID!, $ids: [ID!]!, $count: Int!) {
      node(id: $datasetId) {
        __typename
        ... on Dataset {
          id
          name
          experimentCount
          experiments(first: $count, filterIds: $ids, includeEphemeral: true) {
            edges {
              node {
                ...ExperimentFields
                datasetVersion {
                  id
                }
                labels: annotationSummaries {
                  annotationName
                  labelFractions {
                    label
                    fraction
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [ExperimentFields],
);

type Node = ResultOf<typeof ComparedExperimentsQuery>['node'];
type Dataset = Extract<Node, { __typename: 'Dataset' }>;

/** A compared experiment, with its averages. */
export type ComparedExperiment = Dataset['experiments']['edges'][number]['node'];

/** Returns the experiments of a comparison in the requested order, and those that do not exist. */
export function useComparedExperiments(datasetId: string, ids: readonly string[]) {
  const [{ data, error }, ask] = useQuery({
    query: ComparedExperimentsQuery,
    variables: { datasetId, ids: [...ids], count: Math.max(ids.length, 1) },
    requestPolicy: 'cache-and-network',
  });
  const dataset = data?.node.__typename === 'Dataset' ? data.node : undefined;
  const byId = new Map(dataset?.experiments.edges.map(({ node }) => [node.id, node]));
  return {
    dataset,
    experiments: ids.flatMap((id) => byId.get(id) ?? []),
    missing: dataset ? ids.filter((id) => !byId.has(id)) : [],
    isMissing: data !== undefined && !dataset,
    error,
    reload: () => ask({ requestPolicy: 'network-only' }),
  };
}

const ExperimentChoicesQuery = graphql(`
  query ExperimentChoices($datasetId: ID!, $text: String) {
    node(id: $datasetId) {
      __typename
      ... on Dataset {
        id
        experiments(first: 20, filterCondition: $text) {
          edges {
            node {
              id
              name
              sequenceNumber
              isBaseline
              createdAt
            }
          }
        }
      }
    }
  }
`);

/** Lists the newest experiments of a dataset that match a text, to choose from. */
export function useExperimentChoices(datasetId: string, text: string) {
  const [{ data, fetching }] = useQuery({
    query: ExperimentChoicesQuery,
    variables: { datasetId, text: text.trim() || null },
    requestPolicy: 'cache-and-network',
  });
  const experiments =
    data?.node.__typename === 'Dataset'
      ? data.node.experiments.edges.map(({ node }) => node)
      : undefined;
  return { experiments, isPending: fetching };
}
