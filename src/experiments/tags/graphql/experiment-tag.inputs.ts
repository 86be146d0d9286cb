import { Field, ID, InputType } from '@nestjs/graphql';

@InputType()
export class SetExperimentBaselineInput {
  @Field(() => ID)
  experimentId: string;

  @Field(() => Boolean, {
    description: 'False: the dataset has no baseline if this experiment was it.',
  })
  baseline: boolean;
}
