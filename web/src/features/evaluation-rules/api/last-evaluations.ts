import { graphql, type ResultOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

const MAX_SHOWN = 20;

/** They are large compared to the figures of a rule, so they are read less often. */
const REFRESH_MS = 10_000;

export const LastEvaluationsQuery = graphql(`
  query LastEvaluations($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        traces(first: $first, sort: { col: startTime, dir: desc }) {
          edges {
            node {
              id
              traceId
              startTime
              rootSpan {
                id
                statusCode
                statusMessage
                metadata
                output {
                  value
                }
              }
            }
          }
        }
      }
    }
  }
`);

/** The trace of an evaluation. */
export type EvaluationTrace = Extract<
  ResultOf<typeof LastEvaluationsQuery>['node'],
  { __typename: 'Project' }
>['traces']['edges'][number]['node'];

/** Returns the newest evaluations in the project with the traces of a rule. */
export function useLastEvaluations(tracesProjectId: string) {
  const { data, error, reload } = useGraphqlQuery(
    LastEvaluationsQuery,
    { id: tracesProjectId, first: MAX_SHOWN },
    { refetchInterval: REFRESH_MS },
  );
  const traces = data?.node.__typename === 'Project' ? listNodes(data.node.traces) : undefined;
  return { traces, error, reload };
}
