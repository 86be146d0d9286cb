import { Field, ID, InputType } from '@nestjs/graphql';

@InputType()
export class SetExperimentBaselineInput {
  @Field(() => ID)
  experimentId: string;

  @Field(() => Boolean, {
    description: 'False removes the baseline of the dataset if it is this experiment.',
  })
  baseline: boolean;
}
