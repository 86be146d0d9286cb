import { Field, ID, InputType } from '@nestjs/graphql';
import { DetailsInProjectInput } from '../../projects/graphql/project.inputs.js';
import { Check } from '../../kernel/validation/check.js';
import { trimmedName } from '../../kernel/validation/json-fields.js';

@InputType()
export class CreateDatasetInput extends DetailsInProjectInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;
}

@InputType({
  description:
    'Absent fields, and a null name or metadata, stay unchanged. A null description or project removes it.',
})
export class PatchDatasetInput extends DetailsInProjectInput {
  @Field(() => ID)
  datasetId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Unique. Surrounding white space is removed.',
  })
  @Check(trimmedName().nullish())
  name?: string | null;
}

@InputType()
export class DeleteDatasetInput {
  @Field(() => ID)
  datasetId: string;
}
