import { Field, ID, InputType } from '@nestjs/graphql';
import { CreateDatasetSplitInput } from '../../splits/graphql/dataset-split.inputs.js';

@InputType()
export class CreateDatasetSplitWithExamplesInput extends CreateDatasetSplitInput {
  @Field(() => [ID])
  exampleIds: string[];
}

@InputType()
export class SetDatasetExampleSplitsInput {
  @Field(() => ID)
  exampleId: string;

  @Field(() => [ID], { description: 'All splits of the example.' })
  datasetSplitIds: string[];
}

@InputType()
export class SetDatasetExamplesSplitsInput {
  @Field(() => [ID])
  exampleIds: string[];

  @Field(() => [ID], { description: 'All splits of each example.' })
  datasetSplitIds: string[];

  @Field(() => ID, { nullable: true, description: 'The dataset that must contain all examples.' })
  datasetId?: string | null;
}
