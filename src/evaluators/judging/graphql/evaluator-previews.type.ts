import { Field, HideField, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { AnnotationValue } from '../../../annotations/graphql/annotation-value.type.js';
import type { PreviewResult } from '../previews.service.js';

enum PreviewAnnotatorKind {
  LLM = 'LLM',
  CODE = 'CODE',
}

registerEnumType(PreviewAnnotatorKind, {
  name: 'EvaluatorAnnotatorKind',
  description: 'The kinds of evaluators: a model, or a program.',
});

@ObjectType({ description: 'The result of an evaluator. It is not stored.' })
export class EvaluatorPreviewAnnotation extends AnnotationValue {
  @Field(() => String, { description: 'The name of the evaluator.' })
  name: string;

  @Field(() => PreviewAnnotatorKind)
  annotatorKind: `${PreviewAnnotatorKind}`;

  @Field(() => DateTimeScalar)
  startTime: Date;

  @Field(() => DateTimeScalar)
  endTime: Date;
}

@ObjectType({ description: 'The result of an evaluator for an example, or the error.' })
export class EvaluatorPreviewResult {
  @HideField()
  senderTraceId: string | null;

  @Field(() => String)
  evaluatorName: string;

  @Field(() => EvaluatorPreviewAnnotation, { nullable: true, description: 'Null after an error.' })
  annotation: EvaluatorPreviewAnnotation | null;

  @Field(() => String, { nullable: true })
  error: string | null;

  @Field(() => String, {
    description: 'The output of `print` or `console.log` in code, cut after 20,000 characters.',
  })
  printed: string;
}

@ObjectType()
export class EvaluatorPreviewsPayload {
  @Field(() => [EvaluatorPreviewResult], { description: 'In the order of the previews.' })
  results: EvaluatorPreviewResult[];
}

export function toPreviewResult({
  name,
  annotatorKind,
  judgment,
}: PreviewResult): EvaluatorPreviewResult {
  const { evaluation, error, span, printed, startTime, endTime } = judgment;
  return {
    senderTraceId: span?.traceId ?? null,
    evaluatorName: name,
    annotation: evaluation && { ...evaluation, name, annotatorKind, startTime, endTime },
    error,
    printed: printed.toWellFormed(),
  };
}
