import { Field, ID, InputType } from '@nestjs/graphql';
import { IsOptional, MinLength } from 'class-validator';
import {
  BodyObject,
  MaxBytes,
  StorableText,
  Trimmed,
} from '../../common/validation/body-params.js';
import { JsonScalar } from '../../common/graphql/scalars.js';
import type { JsonObject } from '../../common/json/json.js';
import { MAX_NAME_BYTES } from '../dataset-name.js';

@InputType({ isAbstract: true })
abstract class DatasetDetailsInput {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  @IsOptional()
  @BodyObject()
  metadata?: JsonObject | null;
}

@InputType()
export class CreateDatasetInput extends DatasetDetailsInput {
  @Field(() => String, { description: 'Unique; blanks at the ends are dropped.' })
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'The name must not be empty' })
  name: string;
}

@InputType({
  description: 'An absent member is left as it is, as a null name or metadata is.',
})
export class PatchDatasetInput extends DatasetDetailsInput {
  @Field(() => ID)
  datasetId: string;

  @Field(() => String, { nullable: true, description: 'Unique; blanks at the ends are dropped.' })
  @IsOptional()
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'The name must not be empty' })
  name?: string | null;
}

@InputType()
export class DeleteDatasetInput {
  @Field(() => ID)
  datasetId: string;
}
