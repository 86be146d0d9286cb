import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { z } from 'zod';
import { Check } from '../../../kernel/validation/check.js';
import { reason } from '../../../kernel/validation/json-fields.js';
import { CreateLabelInput } from '../../../labels/graphql/label.inputs.js';

const color = z
  .string()
  .refine(
    (text) => /^#[0-9a-f]{6}$/.test(text),
    reason('string_pattern_mismatch', 'Input should be a color such as #5bdbff'),
  );

@ArgsType()
export class LabelsArgs extends OffsetPageArgs {
  @Field(() => [String], { nullable: true, description: 'Only labels with these names.' })
  names?: string[] | null;
}

@InputType()
export class CreateDatasetLabelInput extends CreateLabelInput {
  @Field(() => String, { description: '`#rrggbb`, in lowercase.' })
  @Check(color)
  color: string;

  @Field(() => [ID], { nullable: true, description: 'Datasets to add the label to.' })
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

  @Field(() => [ID], { description: 'All labels of the dataset.' })
  datasetLabelIds: string[];
}
