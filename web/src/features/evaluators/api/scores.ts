import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** How many of the newest experiments of a dataset are looked at. */
const EXPERIMENTS = 50;

export const ExperimentScoresQuery = graphql(`
  query EvaluatorExperimentScores($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on DatasetEvaluator {
        id
        experimentScores(first: $first) {
          count
          errorCount
          meanScore
          labelFractions {
            label
            fraction
          }
          experiment {
            id
            name
            sequenceNumber
          }
        }
      }
    }
  }
`);

type UseNode = ResultOf<typeof ExperimentScoresQuery>['node'];

/** How an evaluator judged in an experiment. */
export type ExperimentPoint = Extract<
  UseNode,
  { __typename: 'DatasetEvaluator' }
>['experimentScores'][number];

/** Returns how an evaluator of a dataset judged in its newest experiments, oldest first. */
export function useExperimentScores(useId: string) {
  const { data, error, reload } = useGraphqlQuery(ExperimentScoresQuery, {
    id: useId,
    first: EXPERIMENTS,
  });
  const points =
    data?.node.__typename === 'DatasetEvaluator' ? data.node.experimentScores : undefined;
  return { points, error, reload };
}

export const DailyScoresQuery = graphql(`
  query RuleDailyScores($id: ID!, $days: Int!) {
    node(id: $id) {
      __typename
      ... on EvaluationRule {
        id
        dailyScores(days: $days) {
          day
          count
          errorCount
          meanScore
          labelFractions {
            label
            fraction
          }
        }
      }
    }
  }
`);

/** Returns how a rule judged on each of the last days that have evaluations, oldest first. */
export function useDailyScores(ruleId: string, days: number) {
  const { data, error, reload } = useGraphqlQuery(DailyScoresQuery, { id: ruleId, days });
  const points = data?.node.__typename === 'EvaluationRule' ? data.node.dailyScores : undefined;
  return { points, error, reload };
}
