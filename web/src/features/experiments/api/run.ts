import { CostDetailFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { EvaluationFields, RunFields } from './run-fields.js';

export const RunQuery = graphql(
  `
    query ExperimentRun($id: ID!) {
      node(id: $id) {
        __typename
        ... on ExperimentRun {
          ...RunFields
          costDetailSummaryEntries {
            ...CostDetailFields
          }
          experimentId
          startTime
          endTime
          annotations(first: 1000) {
            edges {
              node {
                ...EvaluationFields
              }
            }
          }
          example {
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
  `,
  [CostDetailFields, RunFields, EvaluationFields],
);

type Node = ResultOf<typeof RunQuery>['node'];

/** A run with its evaluations and its example. */
export type RunDetail = Extract<Node, { __typename: 'ExperimentRun' }>;
/** An evaluation of a run. */
export type Evaluation = RunDetail['annotations']['edges'][number]['node'];

/** Returns one run. */
export function useRun(id: string) {
  const { data, error, reload } = useGraphqlQuery(RunQuery, { id }, { exact: true });
  const run = data?.node.__typename === 'ExperimentRun' ? data.node : undefined;
  return { run, error, reload };
}
