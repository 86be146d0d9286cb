import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { IsOptional, MinLength } from 'class-validator';
import {
  BodyObject,
  MaxBytes,
  StorableText,
  Trimmed,
} from '../../../common/validation/body-params.js';
import { OffsetPageArgs } from '../../../common/pagination/offset-page.js';
import { JsonScalar } from '../../../common/graphql/scalars.js';
import type { JsonObject } from '../../../common/json/json.js';
import { MAX_NAME_BYTES } from '../../dataset-name.js';

const MAX_COLOR_BYTES = 64;

@ArgsType()
export class SplitsArgs extends OffsetPageArgs {
  @Field(() => [String], { nullable: true, description: 'Only those with these names.' })
  names?: string[] | null;
}

@InputType()
export class CreateDatasetSplitInput {
  @Field(() => String, {
    description: 'Unique on the whole server; blanks at the ends are dropped.',
  })
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'The name must not be empty' })
  name: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => String)
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_COLOR_BYTES)
  @MinLength(1, { message: 'The color must not be empty' })
  color: string;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  @IsOptional()
  @BodyObject()
  metadata?: JsonObject | null;
}

@InputType()
export class CreateDatasetSplitWithExamplesInput extends CreateDatasetSplitInput {
  @Field(() => [ID])
  exampleIds: string[];
}

@InputType({
  description: 'An absent or null member is left as it is; but a null description is none.',
})
export class PatchDatasetSplitInput {
  @Field(() => ID)
  datasetSplitId: string;

  @Field(() => String, { nullable: true, description: 'Blanks at the ends are dropped.' })
  @IsOptional()
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'The name must not be empty' })
  name?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_COLOR_BYTES)
  @MinLength(1, { message: 'The color must not be empty' })
  color?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  @IsOptional()
  @BodyObject()
  metadata?: JsonObject | null;
}

@InputType()
export class DeleteDatasetSplitsInput {
  @Field(() => [ID])
  datasetSplitIds: string[];
}

@InputType()
export class SetDatasetExampleSplitsInput {
  @Field(() => ID)
  exampleId: string;

  @Field(() => [ID], { description: 'All splits that the example is in from now on.' })
  datasetSplitIds: string[];
}

@InputType()
export class SetDatasetExamplesSplitsInput {
  @Field(() => [ID])
  exampleIds: string[];

  @Field(() => [ID], { description: 'All splits that each example is in from now on.' })
  datasetSplitIds: string[];

  @Field(() => ID, { nullable: true, description: 'The dataset that all examples must be of.' })
  datasetId?: string | null;
}
