import { ArgsType, Field, ID } from '@nestjs/graphql';

@ArgsType()
export class SetExperimentBaselineArgs {
  @Field(() => ID)
  experimentId: string;

  @Field(() => Boolean, {
    description: 'False removes the baseline of the dataset if it is this experiment.',
  })
  baseline: boolean;
}
