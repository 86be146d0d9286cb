import { graphql, type ResultOf } from '../../../graphql.js';

/** Tries a rule. Stores nothing except for the traces of a model. */
export const PreviewRuleMutation = graphql(`
  mutation PreviewEvaluationRule($input: PreviewEvaluationRuleInput!) {
    previewEvaluationRule(input: $input) {
      results {
        traceId
        spanId
        sessionId
        inputs
        label
        score
        explanation
        error
      }
    }
  }
`);

/**
 * The answer of a rule’s evaluator about a span, trace or session, or the reason why there is none.
 */
export type RulePreviewResult = ResultOf<
  typeof PreviewRuleMutation
>['previewEvaluationRule']['results'][number];
