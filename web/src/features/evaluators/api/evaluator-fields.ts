import { graphql, type ResultOf } from '../../../graphql.js';

/** What an evaluator can answer. */
export const OutputFields = graphql(`
  fragment OutputFields on EvaluatorOutputConfig @_unmask {
    __typename
    ... on CategoricalOutputConfig {
      name
      description
      optimizationDirection
      values {
        label
        score
      }
    }
    ... on ContinuousOutputConfig {
      name
      description
      optimizationDirection
      lowerBound
      upperBound
    }
  }
`);

export type OutputConfig = ResultOf<typeof OutputFields>;
