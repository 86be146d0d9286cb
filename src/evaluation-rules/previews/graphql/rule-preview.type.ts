import { Field, ObjectType } from '@nestjs/graphql';
import { stringifyJson } from '../../../kernel/json/json.js';
import { AnnotationValue } from '../../../annotations/graphql/annotation-value.type.js';
import type { PreviewedSubject } from '../rule-previews.service.js';

/** Characters of JSON text. */
const MAX_INPUTS_LENGTH = 20_000;

@ObjectType({
  description:
    'The result of the evaluator of a rule for a span, trace or session. It is not stored.',
})
export class EvaluationRulePreviewResult extends AnnotationValue {
  @Field(() => String, {
    nullable: true,
    description: "The sender's ID of the trace; null for a session.",
  })
  traceId: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The sender's ID of the span; null for a trace or session.",
  })
  spanId: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The sender's ID of the session; null for a span or trace.",
  })
  sessionId: string | null;

  @Field(() => String, {
    description: `The inputs that the evaluator saw, by name, as JSON text. Cut after ${MAX_INPUTS_LENGTH.toLocaleString('en-US')} characters.`,
  })
  inputs: string;

  @Field(() => String, { nullable: true, description: 'Why the evaluator failed.' })
  error: string | null;
}

@ObjectType()
export class PreviewEvaluationRulePayload {
  @Field(() => [EvaluationRulePreviewResult], {
    description: 'Newest first. Empty if nothing meets the condition.',
  })
  results: EvaluationRulePreviewResult[];
}

export function toPreviewResult(subject: PreviewedSubject): EvaluationRulePreviewResult {
  const { key, inputs, evaluation, error } = subject;
  return {
    traceId: key.traceId || null,
    spanId: key.spanId || null,
    sessionId: key.sessionId || null,
    inputs: stringifyJson(inputs).slice(0, MAX_INPUTS_LENGTH).toWellFormed(),
    label: evaluation?.label ?? null,
    score: evaluation?.score ?? null,
    explanation: evaluation?.explanation ?? null,
    error,
  };
}
