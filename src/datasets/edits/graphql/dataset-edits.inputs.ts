import { Field, ID, InputType } from '@nestjs/graphql';
import { JsonScalar } from '../../../common/graphql/scalars.js';
import { Check } from '../../../common/validation/check.js';
import { anyObject, storableText } from '../../../common/validation/json-fields.js';

@InputType({ isAbstract: true })
export abstract class NewVersionInput {
  @Field(() => String, {
    nullable: true,
    description: 'A note about the change, shown in the list of versions.',
  })
  @Check(storableText().nullish())
  datasetVersionDescription?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  @Check(anyObject().nullish())
  datasetVersionMetadata?: object | null;
}

@InputType()
export class DatasetExampleInput {
  @Field(() => JsonScalar, { description: 'A JSON object.' })
  input: unknown;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  output: unknown;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: unknown;

  @Field(() => ID, { nullable: true, description: 'The span that the example is created from.' })
  spanId?: string | null;

  @Field(() => String, { nullable: true, description: 'Unique in the dataset.' })
  externalId?: string | null;
}

@InputType()
export class AddExamplesToDatasetInput extends NewVersionInput {
  @Field(() => ID)
  datasetId: string;

  @Field(() => [DatasetExampleInput])
  examples: DatasetExampleInput[];
}

@InputType()
export class AddSpansToDatasetInput extends NewVersionInput {
  @Field(() => ID)
  datasetId: string;

  @Field(() => [ID], { description: 'IDs of spans from any trace and project.' })
  spanIds: string[];
}

@InputType({ description: 'New content of an example. Absent and null fields stay unchanged.' })
export class DatasetExamplePatch {
  @Field(() => ID)
  exampleId: string;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  input?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  output?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  metadata?: unknown;
}

@InputType()
export class PatchDatasetExamplesInput {
  @Field(() => [DatasetExamplePatch])
  patches: DatasetExamplePatch[];

  @Field(() => String, {
    nullable: true,
    description: 'A note about the change, shown in the list of versions.',
  })
  @Check(storableText().nullish())
  versionDescription?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object.' })
  @Check(anyObject().nullish())
  versionMetadata?: object | null;

  @Field(() => ID, { nullable: true, description: 'The dataset that must contain the examples.' })
  datasetId?: string | null;
}

@InputType()
export class DeleteDatasetExamplesInput extends NewVersionInput {
  @Field(() => [ID])
  exampleIds: string[];

  @Field(() => ID, { nullable: true, description: 'The dataset that must contain the examples.' })
  datasetId?: string | null;
}
