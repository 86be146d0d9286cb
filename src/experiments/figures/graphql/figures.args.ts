import { ArgsType, Field } from '@nestjs/graphql';
import { INCLUDE_EPHEMERAL } from '../../graphql/experiments.args.js';

@ArgsType()
export class DatasetScoresArgs {
  @Field(() => Boolean, INCLUDE_EPHEMERAL)
  includeEphemeral: boolean;
}
