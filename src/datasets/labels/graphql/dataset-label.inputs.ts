import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { IsOptional, Matches, MinLength } from 'class-validator';
import { MaxBytes, StorableText, Trimmed } from '../../../common/validation/body-params.js';
import { OffsetPageArgs } from '../../../common/pagination/offset-page.js';
import { MAX_NAME_BYTES } from '../../dataset-name.js';

@ArgsType()
export class LabelsArgs extends OffsetPageArgs {
  @Field(() => [String], { nullable: true, description: 'Only those with these names.' })
  names?: string[] | null;
}

@InputType()
export class CreateDatasetLabelInput {
  @Field(() => String, { description: 'Unique; blanks at the ends are dropped.' })
  @Trimmed()
  @StorableText()
  @MaxBytes(MAX_NAME_BYTES)
  @MinLength(1, { message: 'The name must not be empty' })
  name: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @StorableText()
  description?: string | null;

  @Field(() => String, { description: '`#rrggbb`, in lower case.' })
  @Matches(/^#[0-9a-f]{6}$/, { message: 'Input should be a color such as #5bdbff' })
  color: string;

  @Field(() => [ID], { nullable: true, description: 'Datasets to put it on.' })
  datasetIds?: string[] | null;
}

@InputType()
export class DeleteDatasetLabelsInput {
  @Field(() => [ID])
  datasetLabelIds: string[];
}

@InputType()
export class SetDatasetLabelsInput {
  @Field(() => ID)
  datasetId: string;

  @Field(() => [ID], { description: 'All labels that the dataset bears from now on.' })
  datasetLabelIds: string[];
}
