import { ArgsType, Field, Float, ID, InputType } from '@nestjs/graphql';
import { z } from 'zod';
import { OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { Check, checksOf } from '../../../kernel/validation/check.js';
import { storableText, trimmedName, trimmedText } from '../../../kernel/validation/json-fields.js';
import type { OptimizationDirection as DirectionName } from '../annotation-config.entity.js';
import type { AnnotationConfigContent } from '../annotation-config.rules.js';
import { OptimizationDirection } from './annotation-config.type.js';

@ArgsType()
export class ProjectAnnotationConfigsArgs extends OffsetPageArgs {
  @Field(() => [String], { nullable: true, description: 'Only configs with these names.' })
  names?: string[] | null;
}

@InputType({ isAbstract: true })
abstract class ConfigInput {
  @Field(() => String, {
    description: 'Unique. Surrounding white space is removed. `note` is reserved.',
  })
  @Check(trimmedName())
  name: string;

  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;
}

@InputType({ isAbstract: true })
abstract class BoundedConfigInput extends ConfigInput {
  @Field(() => Float, { nullable: true, description: 'Smallest score.' })
  lowerBound?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Largest score. Must be above the lower bound.',
  })
  upperBound?: number | null;
}

@InputType()
export class CategoricalAnnotationConfigValueInput {
  @Field(() => String, {
    description: 'Not empty, and unique in the config. Surrounding white space is removed.',
  })
  @Check(trimmedText())
  label: string;

  @Field(() => Float, { nullable: true, description: 'The score of annotations with this label.' })
  score?: number | null;
}

@InputType()
export class CategoricalAnnotationConfigInput extends ConfigInput {
  @Field(() => OptimizationDirection)
  optimizationDirection: DirectionName;

  @Field(() => [CategoricalAnnotationConfigValueInput], {
    description: 'At least one label, in the order in which annotators see them.',
  })
  @Check(z.array(checksOf(CategoricalAnnotationConfigValueInput)!))
  values: CategoricalAnnotationConfigValueInput[];
}

@InputType()
export class ContinuousAnnotationConfigInput extends BoundedConfigInput {
  @Field(() => OptimizationDirection)
  optimizationDirection: DirectionName;
}

@InputType()
export class FreeformAnnotationConfigInput extends BoundedConfigInput {
  @Field(() => OptimizationDirection, { nullable: true })
  optimizationDirection?: DirectionName | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The score from which an annotation is good.',
  })
  threshold?: number | null;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class AnnotationConfigInput {
  @Field(() => CategoricalAnnotationConfigInput, { nullable: true })
  @Check(checksOf(CategoricalAnnotationConfigInput)!.optional())
  categorical?: CategoricalAnnotationConfigInput;

  @Field(() => ContinuousAnnotationConfigInput, { nullable: true })
  @Check(checksOf(ContinuousAnnotationConfigInput)!.optional())
  continuous?: ContinuousAnnotationConfigInput;

  @Field(() => FreeformAnnotationConfigInput, { nullable: true })
  @Check(checksOf(FreeformAnnotationConfigInput)!.optional())
  freeform?: FreeformAnnotationConfigInput;
}

@InputType()
export class CreateAnnotationConfigInput {
  @Field(() => AnnotationConfigInput)
  @Check(checksOf(AnnotationConfigInput)!)
  annotationConfig: AnnotationConfigInput;
}

@InputType()
export class UpdateAnnotationConfigInput extends CreateAnnotationConfigInput {
  @Field(() => ID)
  id: string;
}

@InputType()
export class DeleteAnnotationConfigsInput {
  @Field(() => [ID])
  ids: string[];
}

@InputType()
export class AddAnnotationConfigToProjectInput {
  @Field(() => ID)
  projectId: string;

  @Field(() => ID)
  annotationConfigId: string;
}

@InputType()
export class RemoveAnnotationConfigFromProjectInput extends AddAnnotationConfigToProjectInput {}

/** Converts an input to a config. Fields that its type does not have are null. */
export function toContent(input: AnnotationConfigInput): AnnotationConfigContent {
  const { categorical, continuous, freeform } = input;
  const type = categorical ? 'CATEGORICAL' : continuous ? 'CONTINUOUS' : 'FREEFORM';
  const bounded = continuous ?? freeform;
  // GraphQL has checked that exactly one is given.
  const { name, description = null, optimizationDirection = null } = (categorical ?? bounded)!;
  return {
    type,
    name,
    description,
    optimizationDirection,
    values: categorical?.values.map(({ label, score = null }) => ({ label, score })) ?? null,
    lowerBound: bounded?.lowerBound ?? null,
    upperBound: bounded?.upperBound ?? null,
    threshold: freeform?.threshold ?? null,
  };
}
