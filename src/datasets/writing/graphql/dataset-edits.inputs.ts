import { Field, ID, InputType } from '@nestjs/graphql';
import { IsOptional } from 'class-validator';
import { BodyObject, StorableText } from '../../../common/validation/body-params.js';
import { JsonScalar } from '../../../common/graphql/scalars.js';
import { Verbatim } from '../../../common/validation/verbatim.js';

@InputType({ isAbstract: true })
export abstract class NewVersionInput {
  @Field(() => String, {
    nullable: true,
    description: 'What is changed, for the list of versions.',
  })
  @IsOptional()
  @StorableText()
  datasetVersionDescription?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  @IsOptional()
  @BodyObject()
  datasetVersionMetadata?: object | null;
}

@InputType()
export class DatasetExampleInput {
  @Field(() => JsonScalar, { description: 'An object.' })
  input: unknown;

  @Field(() => JsonScalar, { description: 'An object.' })
  output: unknown;

  @Field(() => JsonScalar, { description: 'An object.' })
  metadata: unknown;

  @Field(() => ID, { nullable: true, description: 'The span it is made from.' })
  spanId?: string | null;

  @Field(() => String, { nullable: true, description: 'Unique within the dataset.' })
  externalId?: string | null;
}

@InputType()
export class AddExamplesToDatasetInput extends NewVersionInput {
  @Field(() => ID)
  datasetId: string;

  @Field(() => [DatasetExampleInput])
  @Verbatim()
  examples: DatasetExampleInput[];
}

@InputType()
export class AddSpansToDatasetInput extends NewVersionInput {
  @Field(() => ID)
  datasetId: string;

  @Field(() => [ID], { description: 'Ids of spans, of any traces and projects.' })
  spanIds: string[];
}

@InputType({ description: 'What an example holds from now on; an absent or null member stays.' })
export class DatasetExamplePatch {
  @Field(() => ID)
  exampleId: string;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  input?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  output?: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  metadata?: unknown;
}

@InputType()
export class PatchDatasetExamplesInput {
  @Field(() => [DatasetExamplePatch])
  @Verbatim()
  patches: DatasetExamplePatch[];

  @Field(() => String, {
    nullable: true,
    description: 'What is changed, for the list of versions.',
  })
  @IsOptional()
  @StorableText()
  versionDescription?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: 'An object.' })
  @IsOptional()
  @BodyObject()
  versionMetadata?: object | null;

  @Field(() => ID, { nullable: true, description: 'Only examples of this dataset are changed.' })
  datasetId?: string | null;
}

@InputType()
export class DeleteDatasetExamplesInput extends NewVersionInput {
  @Field(() => [ID])
  exampleIds: string[];

  @Field(() => ID, { nullable: true, description: 'Only examples of this dataset are deleted.' })
  datasetId?: string | null;
}
