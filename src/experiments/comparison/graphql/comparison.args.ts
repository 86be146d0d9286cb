import { ArgsType, Field, ID, Int } from '@nestjs/graphql';

@ArgsType()
export class ComparedExperimentsArgs {
  @Field(() => ID, { description: 'The experiment that the others are held against.' })
  baseExperimentId: string;

  @Field(() => [ID], { description: 'Others of the same dataset, each once; not the base.' })
  compareExperimentIds: string[];
}

@ArgsType()
export class CompareExperimentsArgs extends ComparedExperimentsArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 50,
    description: 'Size of the page, 1 to 1000.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor after which the page begins.' })
  after?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "A condition about examples and their runs, such as `latency_ms > 1000 and 'refund' in input['question']`. " +
      '`experiments[0]` is the base, `experiments[1]` the first of the others; a run without an experiment is one of any.',
  })
  filterCondition?: string | null;
}
