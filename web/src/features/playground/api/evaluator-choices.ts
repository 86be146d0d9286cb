import { graphql, type ResultOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** A dataset has no more. */
const MAX_EVALUATORS = 100;

export const EvaluatorChoicesQuery = graphql(`
  query PlaygroundEvaluators($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        datasetEvaluators(first: $first, sort: { col: name, dir: asc }) {
          edges {
            node {
              id
              name
              description
            }
          }
        }
      }
    }
  }
`);

type Node = ResultOf<typeof EvaluatorChoicesQuery>['node'];

/** An evaluator that can judge the runs of an experiment. */
export type EvaluatorChoice = Extract<
  Node,
  { __typename: 'Dataset' }
>['datasetEvaluators']['edges'][number]['node'];

/** Returns the evaluators of a dataset by name; undefined until they are known. */
export function useEvaluatorChoices(datasetId: string): readonly EvaluatorChoice[] | undefined {
  const { data } = useGraphqlQuery(
    EvaluatorChoicesQuery,
    { id: datasetId, first: MAX_EVALUATORS },
    { enabled: datasetId !== '' },
  );
  return data?.node.__typename === 'Dataset' ? listNodes(data.node.datasetEvaluators) : undefined;
}
