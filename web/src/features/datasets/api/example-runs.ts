import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const ExampleRunsQuery = graphql(`
  query ExampleRuns($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on DatasetExample {
        id
        experimentRuns(first: $first) {
          edges {
            node {
              id
              repetitionNumber
              output
              error
              latencyMs
              traceId
              trace {
                id
                projectId
              }
              experiment {
                id
                name
                sequenceNumber
                repetitions
              }
              annotations(first: 1000) {
                edges {
                  node {
                    id
                    name
                    label
                    score
                    explanation
                    error
                  }
                }
              }
            }
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  }
`);

type Node = ResultOf<typeof ExampleRunsQuery>['node'];
type Runs = Extract<Node, { __typename: 'DatasetExample' }>['experimentRuns'];

/** A run of an experiment for an example, with its evaluations. */
export type ExampleRun = Runs['edges'][number]['node'];

/** Lists the newest runs of an example in all experiments. */
export function useExampleRuns(id: string, first: number) {
  const { data, error, reload } = useGraphqlQuery(ExampleRunsQuery, { id, first }, { exact: true });
  const runs = data?.node.__typename === 'DatasetExample' ? data.node.experimentRuns : undefined;
  return {
    runs: runs?.edges.map(({ node }) => node),
    hasMore: runs?.pageInfo.hasNextPage ?? false,
    error,
    reload,
  };
}
