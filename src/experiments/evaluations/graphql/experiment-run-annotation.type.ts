import { Field, ID, ObjectType, registerEnumType } from '@nestjs/graphql';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { DateTimeScalar, JsonScalar } from '../../../kernel/graphql/scalars.js';
import { ConnectionOf, EdgeOf } from '../../../kernel/pagination/connection.js';
import { ExperimentAnnotatorKind } from '../experiment-annotator-kind.enum.js';
import { AnnotationValue } from '../../../annotations/graphql/annotation-value.type.js';
import type { EvaluationRow } from '../experiment-run-annotation.entity.js';

registerEnumType(ExperimentAnnotatorKind, {
  name: 'ExperimentAnnotatorKind',
  description: 'The kinds of evaluators of runs.',
});

@ObjectType({ description: 'The evaluation of a run by an evaluator or a person.' })
export class ExperimentRunAnnotation extends AnnotationValue {
  @Field(() => ID)
  id: string;

  @Field(() => String, { description: 'Unique in the run.' })
  name: string;

  @Field(() => ExperimentAnnotatorKind)
  annotatorKind: ExperimentAnnotatorKind;

  @Field(() => String, { nullable: true, description: 'Why the evaluator failed.' })
  error: string | null;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;

  @Field(() => DateTimeScalar)
  startTime: string;

  @Field(() => DateTimeScalar)
  endTime: string;

  @Field(() => String, {
    nullable: true,
    description: "ID of the evaluator's trace. Its spans may arrive later.",
  })
  traceId: string | null;
}

@ObjectType()
export class ExperimentRunAnnotationEdge extends EdgeOf(ExperimentRunAnnotation) {}

@ObjectType()
export class ExperimentRunAnnotationConnection extends ConnectionOf(ExperimentRunAnnotationEdge) {}

export function toExperimentRunAnnotation(row: EvaluationRow): ExperimentRunAnnotation {
  const { id, experimentId: _experimentId, runId: _runId, annotatorKind, ...shown } = row;
  return {
    ...shown,
    id: toGlobalId('ExperimentRunAnnotation', id),
    annotatorKind: annotatorKind as ExperimentAnnotatorKind,
  };
}
