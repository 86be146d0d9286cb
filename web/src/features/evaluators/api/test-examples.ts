import { graphql, type ResultOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import type { JsonReading } from '../../../lib/json/json-text.js';

/** More would make the list of choices useless. */
const MAX_EXAMPLES = 50;

export const TestExamplesQuery = graphql(`
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
    { id, first: MAX_EXAMPLES },
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

/** Reads the first example of a dataset, with every number unchanged, or says why there is none. */
export async function readFirstExample(datasetId: string): Promise<JsonReading<TestExample>> {
  const request = sendDocument(TestExamplesQuery, { id: datasetId, first: 1 }, { exact: true });
  const { data, error } = await settleRequest(request);
  if (error) return { problem: describeError(error).detail };
  const [first] = data.node.__typename === 'Dataset' ? listNodes(data.node.examples) : [];
  return first ? { value: first } : { problem: 'This dataset has no examples.' };
}
