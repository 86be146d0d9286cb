import { graphql, type ResultOf } from '../../../graphql.js';

/** The possible answers of an evaluator. */
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
