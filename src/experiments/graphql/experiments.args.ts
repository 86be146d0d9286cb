import { ArgsType, Field, ID } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../common/pagination/offset-page.js';

/** Options of the argument `includeEphemeral`. */
export const INCLUDE_EPHEMERAL = {
  defaultValue: false,
  description: 'Whether to include experiments that are removed after a day.',
};

@ArgsType()
export class ExperimentsArgs extends OffsetPageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the name or of the description, in any case.',
  })
  filterCondition?: string | null;
}

@ArgsType()
export class DatasetExperimentsArgs extends OffsetPageArgs {
  @Field(() => Boolean, INCLUDE_EPHEMERAL)
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

  @Field(() => Boolean, INCLUDE_EPHEMERAL)
  includeEphemeral: boolean;
}
