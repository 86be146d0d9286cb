import { ArgsType, Field, ID } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../../common/pagination/offset-page.js';

const EPHEMERAL = {
  defaultValue: false,
  description: 'Whether those that are removed after a day count, too.',
};

@ArgsType()
export class DatasetExperimentsArgs extends OffsetPageArgs {
  @Field(() => Boolean, EPHEMERAL)
  includeEphemeral: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Part of the name or of the description, in any case.',
  })
  filterCondition?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Only these.' })
  filterIds?: string[] | null;
}

@ArgsType()
export class DatasetExperimentCountArgs {
  @Field(() => ID, { nullable: true, description: 'Only those over this version.' })
  datasetVersionId?: string | null;

  @Field(() => Boolean, EPHEMERAL)
  includeEphemeral: boolean;
}

@ArgsType()
export class DatasetScoresArgs {
  @Field(() => Boolean, EPHEMERAL)
  includeEphemeral: boolean;
}
