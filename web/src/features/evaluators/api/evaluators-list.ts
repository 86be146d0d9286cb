import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { OutputFields } from './evaluator-fields.js';

const PAGE_SIZE = 50;

export const EvaluatorsListQuery = graphql(
  `
    query DatasetEvaluators(
      $id: ID!
      $first: Int!
      $after: String
      $sort: DatasetEvaluatorSort
      $filter: DatasetEvaluatorFilter
    ) {
      node(id: $id) {
        __typename
        ... on Dataset {
          id
          datasetEvaluators(first: $first, after: $after, sort: $sort, filter: $filter) {
            edges {
              node {
                id
                name
                description
                updatedAt
                user {
                  id
                  username
                }
                project {
                  id
                }
                outputConfigs {
                  ...OutputFields
                }
                evaluator {
                  __typename
                  id
                  name
                  kind
                  ... on CodeEvaluator {
                    language
                  }
                  ... on LLMEvaluator {
                    prompt {
                      id
                      name
                    }
                    promptVersion {
                      id
                      modelName
                    }
                  }
                }
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
  [OutputFields],
);

type Node = ResultOf<typeof EvaluatorsListQuery>['node'];

/** An evaluator of a dataset in the list. */
export type EvaluatorRow = Extract<
  Node,
  { __typename: 'Dataset' }
>['datasetEvaluators']['edges'][number]['node'];

export type EvaluatorsOrder = NonNullable<VariablesOf<typeof EvaluatorsListQuery>['sort']>;

/** Lists the evaluators of a dataset whose names contain a text, page by page. */
export function useEvaluatorsList(datasetId: string, name: string, sort: EvaluatorsOrder) {
  return usePages(
    createPageSource(EvaluatorsListQuery, {
      variables: {
        id: datasetId,
        first: PAGE_SIZE,
        sort,
        filter: name === '' ? null : { col: 'name', value: name },
      },
      connection: ({ node }) =>
        node.__typename === 'Dataset' ? node.datasetEvaluators : undefined,
    }),
  );
}
