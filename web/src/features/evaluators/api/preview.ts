import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';

/** Tries evaluators. Stores nothing except for the trace of a model. */
export const PreviewMutation = graphql(`
  mutation PreviewEvaluator($input: EvaluatorPreviewsInput!) {
    evaluatorPreviews(input: $input) {
      results {
        error
        printed
        annotation {
          label
          score
          explanation
        }
        trace {
          id
          traceId
          projectId
        }
      }
    }
  }
`);

/** An evaluator in the format for previews. */
export type PreviewedEvaluator = VariablesOf<
  typeof PreviewMutation
>['input']['previews'][number]['evaluator'];

/** The answer of an evaluator, or the reason why there is none. */
export type PreviewResult = ResultOf<
  typeof PreviewMutation
>['evaluatorPreviews']['results'][number];
