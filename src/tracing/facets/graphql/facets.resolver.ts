import {
  Args,
  ArgsType,
  Context,
  Field,
  Int,
  Parent,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { z } from 'zod';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { Check } from '../../../kernel/validation/check.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { MatchesService, SearchedRows } from '../../matches/matches.service.js';
import { SpanFiguresArgs } from '../../figures/graphql/figures.inputs.js';
import { toFiguresKey } from '../../figures/project/graphql/project-figures.loader.js';
import { SpansLoaders } from '../../spans/graphql/spans.loader.js';
import { FacetsService, MAX_COUNTED } from '../facets.service.js';
import { Facets, toFacets } from './facets.type.js';

const { SPANS, TRACES, SESSIONS } = MAX_COUNTED;
const MAX_ROWS = `${SPANS.toLocaleString('en-US')} spans, ${TRACES.toLocaleString('en-US')} traces or ${SESSIONS} sessions`;

@ArgsType()
class FacetsArgs extends SpanFiguresArgs {
  @Field(() => Int, {
    defaultValue: 10,
    description: 'How many values of each facet to return, and how many keys, up to 100.',
  })
  @Check(z.int().min(1).max(100))
  first: number;
}

/** Counts the values by which a list can be filtered. */
@Resolver(() => Project)
export class FacetsResolver {
  constructor(
    private readonly facets: FacetsService,
    readonly spans: SpansLoaders,
    readonly matches: MatchesService,
  ) {}

  @ResolveField(() => Facets, {
    name: 'facets',
    nullable: true,
    description: `Counts the values of the spans, traces or sessions (\`searchedRows\`) that meet the conditions: of all of them if the range has at most ${MAX_ROWS}, and counting takes at most a second. Otherwise, of that many of the newest ones, or of fewer if counting takes longer than 0.3 seconds. Null if even a few take too long.`,
  })
  async countFacets(
    @Parent() { rowId }: Project,
    @Args() args: FacetsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Facets | null> {
    const rows = args.searchedRows ?? SearchedRows.SPANS;
    const range = await toFiguresKey(rowId, args, this, loaders);
    const counts = await this.facets.count(rowId, rows, range, args.first);
    return counts && toFacets(rows, counts);
  }
}
