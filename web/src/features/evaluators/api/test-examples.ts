import { graphql, type ResultOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** More would make the list of choices useless. */
const MOST_EXAMPLES = 50;

const TestExamplesQuery = graphql(`
  query ExamplesToTest($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on Dataset {
        id
        name
        examples(first: $first) {
          edges {
            node {
              id
              externalId
              revision {
                input
                output
                metadata
              }
            }
          }
        }
      }
    }
  }
`);

type Node = ResultOf<typeof TestExamplesQuery>['node'];

/** A dataset whose evaluator is edited, with its first examples. */
type TestedDataset = Extract<Node, { __typename: 'Dataset' }>;

/** An example to test an evaluator on. */
export type TestExample = TestedDataset['examples']['edges'][number]['node'];

/** Returns the name of a dataset and its first examples, with every number unchanged. */
export function useTestedDataset(id: string) {
  const { data, error, reload } = useGraphqlQuery(
    TestExamplesQuery,
    { id, first: MOST_EXAMPLES },
    { exact: true },
  );
  const dataset = data?.node.__typename === 'Dataset' ? data.node : undefined;
  return {
    dataset,
    examples: dataset ? listNodes(dataset.examples) : undefined,
    error,
    isMissing: data !== undefined && !dataset,
    reload,
  };
}
