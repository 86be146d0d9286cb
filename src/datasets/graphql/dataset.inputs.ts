import { Field, ID, InputType } from '@nestjs/graphql';
import { JsonScalar } from '../../kernel/graphql/scalars.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Check } from '../../kernel/validation/check.js';
import { anyObject, storableText, trimmedName } from '../../kernel/validation/json-fields.js';

@InputType({ isAbstract: true })
abstract class DatasetDetailsInput {
  @Field(() => String, { nullable: true })
  @Check(storableText().nullish())
  description?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  @Check(anyObject().nullish())
  metadata?: JsonObject | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The project that it belongs to. Who can see that one can see it; null: everyone.',
  })
  projectId?: string | null;
}

@InputType()
export class CreateDatasetInput extends DatasetDetailsInput {
  @Field(() => String, { description: 'Unique. Surrounding white space is removed.' })
  @Check(trimmedName())
  name: string;
}

@InputType({
  description:
    'Absent fields, and a null name or metadata, stay unchanged. A null description or project removes it.',
})
export class PatchDatasetInput extends DatasetDetailsInput {
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
