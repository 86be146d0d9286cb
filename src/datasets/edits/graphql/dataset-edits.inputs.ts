import { Field, ID, InputType, registerEnumType } from '@nestjs/graphql';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { Check } from '../../../kernel/validation/check.js';
import { anyObject, storableText } from '../../../kernel/validation/json-fields.js';

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
export class DatasetExampleValueInput {
  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object; empty by default.' })
  input?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object; empty by default.' })
  output?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'A JSON object; empty by default.' })
  metadata?: unknown;

  @Field(() => String, { nullable: true, description: 'Unique in the dataset.' })
  externalId?: string | null;
}

@InputType()
export class AddDatasetExampleOperation {
  @Field(() => DatasetExampleValueInput)
  value: DatasetExampleValueInput;
}

/** A part of an example. */
export enum DatasetExampleField {
  INPUT = 'input',
  OUTPUT = 'output',
  METADATA = 'metadata',
}

registerEnumType(DatasetExampleField, {
  name: 'DatasetExampleField',
  description: 'A part of an example.',
});

@InputType()
export class ReplaceDatasetExampleFieldOperation {
  @Field(() => ID)
  exampleId: string;

  @Field(() => DatasetExampleField)
  field: DatasetExampleField;

  @Field(() => JsonScalar, { description: 'A JSON object, which takes the place of the part.' })
  value: unknown;
}

@InputType()
export class RemoveDatasetExampleOperation {
  @Field(() => ID)
  exampleId: string;
}

@InputType({ isOneOf: true, description: 'Exactly one of the fields.' })
export class DatasetExampleOperation {
  @Field(() => AddDatasetExampleOperation, { nullable: true })
  add?: AddDatasetExampleOperation;

  @Field(() => ReplaceDatasetExampleFieldOperation, { nullable: true })
  replace?: ReplaceDatasetExampleFieldOperation;

  @Field(() => RemoveDatasetExampleOperation, {
    nullable: true,
    description: 'Older versions of the dataset still contain the example.',
  })
  remove?: RemoveDatasetExampleOperation;
}

@InputType()
export class PatchDatasetExamplesInput {
  @Field(() => [DatasetExamplePatch], {
    nullable: true,
    description: 'Either these, of which each names another example, or operations.',
  })
  patches?: DatasetExamplePatch[] | null;

  @Field(() => [DatasetExampleOperation], {
    nullable: true,
    description:
      'Applied in this order: each sees those before it. The last replacement of a part counts, a removal discards replacements, ' +
      'and naming an example after its removal is an error. They require `datasetId`.',
  })
  operations?: DatasetExampleOperation[] | null;

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
