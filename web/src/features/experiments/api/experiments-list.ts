import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { ExperimentFields } from './experiment-fields.js';

const PAGE_SIZE = 50;

export const DatasetExperimentsQuery = graphql(
  `
    query DatasetExperiments(
      $id: ID!
      $first: Int!
      $after: String
      $text: String
      $withMetadata: Boolean!
    ) {
      node(id: $id) {
        __typename
        ... on Dataset {
          id
          experiments(first: $first, after: $after, filterCondition: $text) {
            edges {
              node {
                ...ExperimentFields
                metadata @include(if: $withMetadata)
              }
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  `,
  [ExperimentFields],
);

export const AllExperimentsQuery = graphql(
  `
    query AllExperiments($first: Int!, $after: String, $text: String, $withMetadata: Boolean!) {
      experiments(first: $first, after: $after, filterCondition: $text) {
        edges {
          node {
            ...ExperimentFields
            metadata @include(if: $withMetadata)
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [ExperimentFields],
);

/** An experiment in a list. */
export type ExperimentRow = ResultOf<
  typeof AllExperimentsQuery
>['experiments']['edges'][number]['node'];

/** Lists the experiments of one or all datasets, newest first, page by page. */
export function useExperimentsList(
  datasetId: string | undefined,
  text: string,
  withMetadata: boolean,
) {
  const variables = { first: PAGE_SIZE, text: text || null, withMetadata };
  return usePages<ExperimentRow>(
    datasetId === undefined
      ? createPageSource(AllExperimentsQuery, {
          variables,
          connection: (data) => data.experiments,
          exact: true,
        })
      : createPageSource(DatasetExperimentsQuery, {
          variables: { ...variables, id: datasetId },
          connection: ({ node }) => (node.__typename === 'Dataset' ? node.experiments : undefined),
          exact: true,
        }),
  );
}

/** Detects added, deleted and renamed experiments of a dataset. Sent every two seconds. */
export const DatasetExperimentsUpdatedQuery = graphql(`
  query DatasetExperimentsUpdated($id: ID!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        experimentCount
        lastUpdatedAt
      }
    }
  }
`);

/** Detects added and deleted experiments of all datasets. */
export const ExperimentCountQuery = graphql(`
  query ExperimentCount {
    experimentCount
  }
`);
