import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { EvaluationFields, RunFields } from './run-fields.js';

export const ComparedExampleQuery = graphql(
  `
    query ComparedExample($id: ID!, $versionId: ID!, $experimentIds: [ID!]!) {
      node(id: $id) {
        __typename
        ... on DatasetExample {
          id
          externalId
          revision(datasetVersionId: $versionId) {
            input
            output
            metadata
          }
          experimentRepeatedRunGroups(experimentIds: $experimentIds) {
            id
            experimentId
            runs {
              ...RunFields
              annotations(first: 1000) {
                edges {
                  node {
                    ...EvaluationFields
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [RunFields, EvaluationFields],
);

type Node = ResultOf<typeof ComparedExampleQuery>['node'];

/** An example with all runs and evaluations of the compared experiments. */
export type ComparedExample = Extract<Node, { __typename: 'DatasetExample' }>;
/** A run with its evaluations, next to other runs of the same example. */
export type SideRun = ComparedExample['experimentRepeatedRunGroups'][number]['runs'][number];

/** Returns an example as it was when the base experiment ran, with its runs. */
export function useComparedExample(
  id: string,
  versionId: string,
  experimentIds: readonly string[],
) {
  const { data, error, reload } = useGraphqlQuery(
    ComparedExampleQuery,
    {
      id,
      versionId,
      experimentIds: [...experimentIds],
    },
    { exact: true },
  );
  const example = data?.node.__typename === 'DatasetExample' ? data.node : undefined;
  return { example, error, reload };
}
