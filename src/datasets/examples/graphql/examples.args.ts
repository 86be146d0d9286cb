import { ArgsType, Field, ID, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { Check } from '../../../kernel/validation/check.js';

/** Selects examples of a dataset. */
@ArgsType()
export class ExampleSelectionArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Examples of this version of the dataset; the newest version by default.',
  })
  datasetVersionId?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'Examples that are in at least one of these splits now. An empty list selects all.',
  })
  splitIds?: string[] | null;
}

@ArgsType()
export class ExamplesArgs extends ExampleSelectionArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Page size from the front, 1 to 1000. Defaults to 50 unless `last` is given.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The page starts after this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Page size from the back, 1 to 1000. Cannot be combined with `first`.',
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'The page ends before this cursor.' })
  before?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Part of the input, output or metadata as JSON text, ignoring case; at most 1000 characters. ' +
      'The search uses no index and reads examples until the page is full.',
  })
  @Check(z.string().max(1000).nullish())
  filter?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Only these examples.' })
  filterIds?: string[] | null;
}
