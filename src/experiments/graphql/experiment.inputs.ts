import { Field, ID, InputType } from '@nestjs/graphql';
import { ArrayMaxSize, IsOptional, Matches } from 'class-validator';
import { BodyObject, MaxBytes, StorableText } from '../../common/validation/body-params.js';
import { JsonScalar } from '../../common/graphql/scalars.js';
import type { JsonObject } from '../../common/json/json.js';
import { MAX_NAME_BYTES } from '../experiment-name.js';

/** Experiments that one mutation deletes at most. */
const MOST_DELETED = 1000;

@InputType({ description: 'An absent member is left as it is, as a null name or metadata is.' })
export class PatchExperimentInput {
  @Field(() => ID)
  experimentId: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @Matches(/\S/, { message: 'The name must not be blank' })
  name?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'An object; replaces all of it.' })
  @IsOptional()
  @BodyObject()
  metadata?: JsonObject | null;
}

@InputType()
export class SetExperimentBaselineInput {
  @Field(() => ID)
  experimentId: string;

  @Field(() => Boolean, { description: 'False: the dataset has none if this experiment was it.' })
  baseline: boolean;
}

@InputType()
export class DeleteExperimentsInput {
  @Field(() => [ID])
  @ArrayMaxSize(MOST_DELETED, { message: `At most ${MOST_DELETED} can be deleted at once` })
  experimentIds: string[];
}
