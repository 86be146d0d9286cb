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

/** What the evaluator of a rule said about a span, trace or session, or why it could not. */
export type RulePreviewResult = ResultOf<
  typeof PreviewRuleMutation
>['previewEvaluationRule']['results'][number];
