import { ArgsType, Field, ID } from '@nestjs/graphql';
import { OffsetPageArgs } from '../../kernel/pagination/offset-page.js';

/** Options of the argument `includeEphemeral`. */
export const INCLUDE_EPHEMERAL = {
  defaultValue: false,
  description: 'Whether to include experiments that are deleted after a day.',
};

@ArgsType()
export class ExperimentsArgs extends OffsetPageArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the name or description, ignoring case.',
  })
  filterCondition?: string | null;
}

@ArgsType()
export class DatasetExperimentsArgs extends OffsetPageArgs {
  @Field(() => Boolean, INCLUDE_EPHEMERAL)
  includeEphemeral: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Part of the name or description, ignoring case.',
  })
  filterCondition?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Only these experiments.' })
  filterIds?: string[] | null;
}

@ArgsType()
export class DatasetExperimentCountArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Only experiments on this version of the dataset.',
  })
  datasetVersionId?: string | null;

  @Field(() => Boolean, INCLUDE_EPHEMERAL)
  includeEphemeral: boolean;
}
