import { ArgsType, Field, ID, Int } from '@nestjs/graphql';

@ArgsType()
export class ComparedExperimentsArgs {
  @Field(() => ID, { description: 'The experiment that the others are compared with.' })
  baseExperimentId: string;

  @Field(() => [ID], {
    description: 'Other experiments of the same dataset, without the base and without duplicates.',
  })
  compareExperimentIds: string[];
}

@ArgsType()
export class CompareExperimentsArgs extends ComparedExperimentsArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 50,
    description: 'Page size, 1 to 1000.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The page starts after this cursor.' })
  after?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "A condition on examples and their runs, such as `latency_ms > 1000 and 'refund' in input['question']`. " +
      '`experiments[0]` is the base and `experiments[1]` the first of the others. Run fields without `experiments[…]` apply to the runs of any of them.',
  })
  filterCondition?: string | null;
}
