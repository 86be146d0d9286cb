import { graphql, type ResultOf } from '../../../graphql.js';
import { useExactQuery } from '../../../lib/use-exact-query.js';

const RunQuery = graphql(`
  query ExperimentRun($id: ID!) {
    node(id: $id) {
      __typename
      ... on ExperimentRun {
        id
        experimentId
        repetitionNumber
        output
        error
        startTime
        endTime
        latencyMs
        traceId
        trace {
          id
          projectId
          traceId
        }
        costSummary {
          total {
            tokens
          }
          prompt {
            tokens
          }
          completion {
            tokens
          }
        }
        annotations {
          id
          name
          annotatorKind
          label
          score
          explanation
          error
          metadata
          startTime
          endTime
          traceId
          trace {
            id
            projectId
            traceId
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
`);

type Node = ResultOf<typeof RunQuery>['node'];

/** A run with its evaluations and the example it answered. */
export type RunDetail = Extract<Node, { __typename: 'ExperimentRun' }>;
/** What an evaluator said of a run. */
export type Evaluation = RunDetail['annotations'][number];

/** One run. */
export function useRun(id: string) {
  const { data, error, reload } = useExactQuery(RunQuery, { id });
  const run = data?.node.__typename === 'ExperimentRun' ? data.node : undefined;
  return { run, error, reload };
}
