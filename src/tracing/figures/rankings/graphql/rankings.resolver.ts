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
import type { GraphqlContext } from '../../../../kernel/graphql/context.js';
import { assertStarted, StartedRangeField } from '../../../../kernel/graphql/time-bins.inputs.js';
import {
  GenerativeModel,
  toGenerativeModel,
} from '../../../../models/graphql/generative-model.type.js';
import { Project } from '../../../../projects/graphql/project.type.js';
import { type CostSums, type RankedModel, toCostSummary } from '../../../graphql/cost.type.js';
import { type FiguresKey, toFiguresKey } from '../../project/graphql/project-figures.loader.js';
import { MatchesService } from '../../../matches/matches.service.js';
import { SpansLoaders } from '../../../spans/graphql/spans.loader.js';
import {
  ErrorGroup,
  NamedLatency,
  toErrorGroup,
  toNamedLatency,
  ToolDecisions,
  toToolDecisions,
  toUserActivity,
  UserActivity,
} from './ranking.type.js';
import { RankingsLoaders } from './rankings.loader.js';
import { z } from 'zod';
import { TimeRangeInput } from '../../../../kernel/graphql/time-range.inputs.js';
import { Check } from '../../../../kernel/validation/check.js';
import {
  SpanFiguresArgs,
  StartedTraceFiguresArgs,
  TraceFiguresArgs,
} from '../../graphql/figures.inputs.js';

const FIRST = { defaultValue: 10, description: 'How many to return, up to 100.' };
const CHECKED_FIRST = z.int().min(1).max(100);

@ArgsType()
class SpanRankingArgs extends SpanFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @Field(() => Int, FIRST)
  @Check(CHECKED_FIRST)
  first: number;
}

@ArgsType()
class TraceRankingArgs extends TraceFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @Field(() => Int, FIRST)
  @Check(CHECKED_FIRST)
  first: number;
}

/** The slowest, most often failing and most expensive parts of a project. */
@Resolver(() => Project)
export class RankingsResolver {
  constructor(
    private readonly rankings: RankingsLoaders,
    readonly spans: SpansLoaders,
    readonly matches: MatchesService,
  ) {}

  @ResolveField(() => [NamedLatency], {
    description: 'Names of spans, slowest first by the 95th percentile of their durations.',
  })
  async latencyBySpanName(
    @Parent() project: Project,
    @Args() args: SpanRankingArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<NamedLatency[]> {
    const key = { ...(await this.toKey(project, args, loaders)), group: 'spanName' as const };
    const rows = await loaders.of(this.rankings.latencies).load({ ...key, first: args.first });
    return rows.map(toNamedLatency);
  }

  @ResolveField(() => [NamedLatency], {
    description:
      'Tools, slowest first by the 95th percentile of their durations. The name is `tool.name`, or else that of the span.',
  })
  async latencyByTool(
    @Parent() project: Project,
    @Args() args: SpanRankingArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<NamedLatency[]> {
    const key = { ...(await this.toKey(project, args, loaders)), group: 'tool' as const };
    const rows = await loaders.of(this.rankings.latencies).load({ ...key, first: args.first });
    return rows.map(toNamedLatency);
  }

  @ResolveField(() => [ErrorGroup], {
    description: 'Failed spans by their status message, the most frequent message first.',
  })
  async errorsByMessage(
    @Parent() project: Project,
    @Args() args: SpanRankingArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ErrorGroup[]> {
    const key = await this.toKey(project, args, loaders);
    const rows = await loaders.of(this.rankings.errors).load({ ...key, first: args.first });
    return rows.map(toErrorGroup);
  }

  @ResolveField(() => [ToolDecisions], {
    description:
      'Tools of coding agents by how many of their calls were decided about: spans of kind `decision` with the attribute `decision`.',
  })
  async toolDecisions(
    @Parent() project: Project,
    @Args() args: SpanRankingArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ToolDecisions[]> {
    const key = await this.toKey(project, args, loaders);
    const rows = await loaders.of(this.rankings.decisions).load({ ...key, first: args.first });
    return rows.map(toToolDecisions);
  }

  @ResolveField(() => [UserActivity], {
    description: 'Users with the highest cost first, then those with the most tokens.',
  })
  async topUsers(
    @Parent() project: Project,
    @Args() args: TraceRankingArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<UserActivity[]> {
    const key = await this.toKey(project, args, loaders);
    const rows = await loaders.of(this.rankings.users).load({ ...key, first: args.first });
    return rows.map(toUserActivity);
  }

  @ResolveField(() => [GenerativeModel], {
    description:
      'The models that priced spans of the traces that began in the range, most expensive first. `unpricedModels` lists models without a price.',
  })
  topModelsByCost(
    @Parent() project: Project,
    @Args() args: StartedTraceFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<GenerativeModel[]> {
    return this.listModels(project, args, context, (sums) => toCostSummary(sums).total.cost ?? 0);
  }

  @ResolveField(() => [GenerativeModel], {
    description:
      'The models that priced spans of the traces that began in the range, those with the most tokens first. `unpricedModels` lists models without a price.',
  })
  topModelsByTokenCount(
    @Parent() project: Project,
    @Args() args: StartedTraceFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<GenerativeModel[]> {
    return this.listModels(project, args, context, (sums) => toCostSummary(sums).total.tokens ?? 0);
  }

  private async listModels(
    project: Project,
    args: StartedTraceFiguresArgs,
    { loaders }: GraphqlContext,
    sizeOf: (sums: CostSums) => number,
  ): Promise<RankedModel[]> {
    const key = await this.toKey(project, args, loaders);
    const rows = await loaders.of(this.rankings.models).load(key);
    const models = await Promise.all(
      rows.map(async ({ modelId, ...sums }) => {
        const model = await loaders.of(this.rankings.modelById).load(modelId);
        return model && Object.assign(toGenerativeModel(model), { sums });
      }),
    );
    return models
      .filter((model) => model !== null)
      .toSorted((one, other) => sizeOf(other.sums) - sizeOf(one.sums) || one.rowId - other.rowId);
  }

  /** @throws BadRequestError if the range has no start, or a condition is invalid. */
  private toKey(
    project: Project,
    args: SpanRankingArgs | StartedTraceFiguresArgs,
    loaders: GraphqlContext['loaders'],
  ): Promise<FiguresKey> {
    assertStarted(args.timeRange);
    return toFiguresKey(project.rowId, args, this, loaders);
  }
}
