import { ArgsType, Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { z } from 'zod';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { anyObject, maxBytes, storableText } from '../../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../../kernel/validation/storable.js';
import { AnnotatorKind } from '../../annotator-kind.contract.js';
import { AnnotationValueInput } from '../../graphql/annotations.inputs.js';
import { AnnotationValue } from '../../graphql/annotation-value.type.js';
import type { SetFailure, StoredOwnAnnotation } from '../own-annotations.service.js';

@InputType({
  description:
    'Your annotation of a target. Without a label, score and explanation, it is removed.',
})
export class OwnAnnotationInput extends AnnotationValueInput {
  @Field(() => ID, { description: 'Global ID of a span, trace or session.' })
  targetId: string;

  @Field(() => String, {
    description: 'The name, such as `correctness`. `note` is reserved for notes.',
  })
  @Check(storableText().check(maxBytes(MAX_NAME_BYTES)))
  name: string;

  @Field(() => AnnotatorKind, { defaultValue: AnnotatorKind.HUMAN })
  annotatorKind: AnnotatorKind;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'A JSON object. By default, that of the annotation that it replaces, or empty.',
  })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;
}

@ArgsType()
export class SetOwnAnnotationsArgs {
  @Field(() => [OwnAnnotationInput])
  @Check(z.array(checksOf(OwnAnnotationInput)!))
  input: OwnAnnotationInput[];
}

@ObjectType({
  description:
    'The previous annotation of a target. If there was none, label, score and explanation are null.',
})
export class PreviousAnnotation extends AnnotationValue implements StoredOwnAnnotation {
  @Field(() => ID)
  targetId: string;

  @Field(() => String)
  name: string;

  @Field(() => AnnotatorKind)
  annotatorKind: AnnotatorKind;

  @Field(() => JsonScalar)
  metadata: JsonObject;
}

@ObjectType({ description: 'An annotation that could not be set.' })
export class SetAnnotationFailure implements SetFailure {
  @Field(() => ID)
  targetId: string;

  @Field(() => String)
  name: string;

  @Field(() => String)
  message: string;
}

@ObjectType()
export class SetOwnAnnotationsPayload {
  @Field(() => [PreviousAnnotation], {
    description: 'For each annotation that was set. Set them again to undo the change.',
  })
  previous: PreviousAnnotation[];

  @Field(() => [SetAnnotationFailure])
  failures: SetAnnotationFailure[];

  @Field(() => QueryRoot)
  query: QueryRoot;
}
