import { Args, ArgsType, Field, ObjectType, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { MatchesService } from '../matches.service.js';
import { MatchArgs } from './match.inputs.js';

@ArgsType()
class SearchCoverageArgs extends MatchArgs {
  @Field(() => TimeRangeInput, { nullable: true })
  timeRange?: TimeRangeInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'A condition on the spans, in the filter language.',
  })
  filterCondition?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A condition on the traces of the spans, in the filter language.',
  })
  traceFilterCondition?: string | null;
}

@ObjectType({ description: 'The part of the rows that figures with a search cover.' })
class SearchCoverage {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Figures cover what began at this time or later. Null if they cover the whole range.',
  })
  startTime: string | null;
}

/** The part of a range that figures with a search cover. */
@Resolver(() => Project)
export class SearchCoverageResolver {
  constructor(private readonly matches: MatchesService) {}

  @ResolveField(() => SearchCoverage, {
    description:
      'The part of the rows that figures with the same search, range and conditions cover.',
  })
  async searchCoverage(
    @Parent() project: Project,
    @Args() args: SearchCoverageArgs,
  ): Promise<SearchCoverage> {
    const matches = await this.matches.find(project.rowId, args);
    return { startTime: matches?.coveredFrom ?? null };
  }
}
