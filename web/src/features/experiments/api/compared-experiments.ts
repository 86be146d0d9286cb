import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { ExperimentFields } from './experiment-fields.js';

export const ComparedExperimentsQuery = graphql(
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

/**
 * Returns the experiments of a comparison in the requested order, and the IDs that were not found.
 */
export function useComparedExperiments(datasetId: string, ids: readonly string[]) {
  const { data, error, reload } = useGraphqlQuery(ComparedExperimentsQuery, {
    datasetId,
    ids: [...ids],
    count: Math.max(ids.length, 1),
  });
  const dataset = data?.node.__typename === 'Dataset' ? data.node : undefined;
  const byId = new Map(dataset?.experiments.edges.map(({ node }) => [node.id, node]));
  return {
    dataset,
    experiments: ids.flatMap((id) => byId.get(id) ?? []),
    missing: dataset ? ids.filter((id) => !byId.has(id)) : [],
    isMissing: data !== undefined && !dataset,
    error,
    reload,
  };
}

export const ExperimentChoicesQuery = graphql(`
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

/** Lists the newest experiments of a dataset that match a text, as suggestions. */
export function useExperimentChoices(datasetId: string, text: string) {
  const { data, isLoading, isPrevious } = useGraphqlQuery(
    ExperimentChoicesQuery,
    { datasetId, text: text.trim() || null },
    { keepPrevious: true },
  );
  const experiments =
    data?.node.__typename === 'Dataset'
      ? data.node.experiments.edges.map(({ node }) => node)
      : undefined;
  return { experiments, isPending: isLoading || isPrevious };
}
