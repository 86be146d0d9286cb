import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

const PAGE_SIZE = 50;

export const AllEvaluatorsQuery = graphql(`
  query AllEvaluators(
    $first: Int!
    $after: String
    $sort: EvaluatorSort
    $filter: EvaluatorFilter
  ) {
    evaluators(
      first: $first
      after: $after
      sort: $sort
      filter: $filter
      includeUnusedBuiltin: true
    ) {
      edges {
        node {
          __typename
          id
          name
          description
          kind
          createdAt
          updatedAt
          datasetCount
          evaluationRuleCount
          user {
            id
            username
          }
          updatedBy {
            id
            username
          }
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
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** An evaluator in the list of all evaluators. */
export type ListedEvaluator = ResultOf<
  typeof AllEvaluatorsQuery
>['evaluators']['edges'][number]['node'];

/** An order of evaluators. */
export type EvaluatorsOrder = NonNullable<VariablesOf<typeof AllEvaluatorsQuery>['sort']>;

/** Lists the evaluators whose names contain a text, page by page, with all that are built in. */
export function useAllEvaluators(name: string, sort: EvaluatorsOrder) {
  return usePages(
    createPageSource(AllEvaluatorsQuery, {
      variables: { first: PAGE_SIZE, sort, filter: toFilter(name) },
      connection: (data) => data.evaluators,
    }),
  );
}

/** Returns the newest evaluators that are not built in and whose names contain a text. */
export function useEvaluatorOptions(name: string): ListedEvaluator[] {
  const variables = { first: PAGE_SIZE, filter: toFilter(name) };
  const { data } = useGraphqlQuery(AllEvaluatorsQuery, variables, { keepPrevious: true });
  return (data ? listNodes(data.evaluators) : []).filter(({ kind }) => kind !== 'BUILTIN');
}

function toFilter(name: string) {
  return name === '' ? null : { col: 'name' as const, value: name };
}
