import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../../kernel/graphql/context.js';
import { toBins } from '../../../../kernel/graphql/time-bins.inputs.js';
import { Project } from '../../../../projects/graphql/project.type.js';
import { MatchesService } from '../../../matches/matches.service.js';
import { SpansLoaders } from '../../../spans/graphql/spans.loader.js';
import { listTokenTypes } from '../token-types.js';
import { toFiguresKey } from './project-figures.loader.js';
import { ProjectSeriesLoaders, type SeriesKey } from './project-series.loader.js';
import {
  CostTimeSeries,
  CountByStatusTimeSeries,
  CountTimeSeries,
  LatencyTimeSeries,
  toCosts,
  toCounts,
  TokenCountDataPoint,
  TokenCountTimeSeries,
  TokenTypeCount,
  toLatencies,
  toTokenCounts,
} from './project-series.type.js';
import { SpanSeriesArgs, TraceSeriesArgs } from '../../graphql/figures.inputs.js';

/** Figures of a project in bins of time, for charts. */
@Resolver(() => Project)
export class ProjectSeriesResolver {
  constructor(
    private readonly series: ProjectSeriesLoaders,
    readonly spans: SpansLoaders,
    readonly matches: MatchesService,
  ) {}

  @ResolveField(() => CountByStatusTimeSeries, {
    description: 'Spans by the bin in which they began.',
  })
  async spanCountTimeSeries(
    @Parent() project: Project,
    @Args() args: SpanSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CountByStatusTimeSeries> {
    const key = await this.toKey('span', project, args, loaders);
    return { data: toCounts(key.bins, await loaders.of(this.series.counts).load(key)) };
  }

  @ResolveField(() => LatencyTimeSeries, { description: 'Durations of spans.' })
  async spanLatencyMsPercentileTimeSeries(
    @Parent() project: Project,
    @Args() args: SpanSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<LatencyTimeSeries> {
    const key = await this.toKey('span', project, args, loaders);
    return { data: toLatencies(key.bins, await loaders.of(this.series.latencies).load(key)) };
  }

  @ResolveField(() => TokenCountTimeSeries, { description: 'Tokens of spans.' })
  async spanTokenCountTimeSeries(
    @Parent() project: Project,
    @Args() args: SpanSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<TokenCountTimeSeries> {
    const key = await this.toKey('span', project, args, loaders);
    return { data: toTokenCounts(key, await loaders.of(this.series.tokens).load(key)) };
  }

  @ResolveField(() => CostTimeSeries, { description: 'The cost of spans.' })
  async spanTokenCostTimeSeries(
    @Parent() project: Project,
    @Args() args: SpanSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CostTimeSeries> {
    const key = await this.toKey('span', project, args, loaders);
    return { data: toCosts(key.bins, await loaders.of(this.series.costs).load(key)) };
  }

  @ResolveField(() => CountTimeSeries, { description: 'Traces by the bin in which they began.' })
  async traceCountTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CountTimeSeries> {
    const key = await this.toKey('trace', project, args, loaders);
    const counts = toCounts(key.bins, await loaders.of(this.series.counts).load(key));
    return { data: counts.map(({ timestamp, totalCount }) => ({ timestamp, value: totalCount })) };
  }

  @ResolveField(() => CountByStatusTimeSeries, {
    description: 'Traces by the bin in which they began.',
  })
  async traceCountByStatusTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CountByStatusTimeSeries> {
    const key = await this.toKey('trace', project, args, loaders);
    return { data: toCounts(key.bins, await loaders.of(this.series.counts).load(key)) };
  }

  @ResolveField(() => LatencyTimeSeries, { description: 'Durations of traces.' })
  async traceLatencyMsPercentileTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<LatencyTimeSeries> {
    const key = await this.toKey('trace', project, args, loaders);
    return { data: toLatencies(key.bins, await loaders.of(this.series.latencies).load(key)) };
  }

  @ResolveField(() => TokenCountTimeSeries, { description: 'Tokens of traces.' })
  async traceTokenCountTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<TokenCountTimeSeries> {
    const key = await this.toKey('trace', project, args, loaders);
    return { data: toTokenCounts(key, await loaders.of(this.series.tokens).load(key)) };
  }

  @ResolveField(() => CostTimeSeries, { description: 'The cost of traces.' })
  async traceTokenCostTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CostTimeSeries> {
    const key = await this.toKey('trace', project, args, loaders);
    return { data: toCosts(key.bins, await loaders.of(this.series.costs).load(key)) };
  }

  @ResolveField(() => CountByStatusTimeSeries, {
    description:
      'Sessions, in each bin in which one of their traces began. Failed if one of those traces failed.',
  })
  async sessionCountByStatusTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CountByStatusTimeSeries> {
    const key = await this.toKey('session', project, args, loaders);
    return { data: toCounts(key.bins, await loaders.of(this.series.counts).load(key)) };
  }

  @ResolveField(() => LatencyTimeSeries, {
    description: 'Durations of traces that belong to sessions.',
  })
  async sessionTraceLatencyMsPercentileTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<LatencyTimeSeries> {
    const key = await this.toKey('session', project, args, loaders);
    return { data: toLatencies(key.bins, await loaders.of(this.series.latencies).load(key)) };
  }

  @ResolveField(() => TokenCountTimeSeries, {
    description: 'Tokens of traces that belong to sessions.',
  })
  async sessionTokenCountTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<TokenCountTimeSeries> {
    const key = await this.toKey('session', project, args, loaders);
    return { data: toTokenCounts(key, await loaders.of(this.series.tokens).load(key)) };
  }

  @ResolveField(() => CostTimeSeries, {
    description: 'The cost of traces that belong to sessions.',
  })
  async sessionTokenCostTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<CostTimeSeries> {
    const key = await this.toKey('session', project, args, loaders);
    return { data: toCosts(key.bins, await loaders.of(this.series.costs).load(key)) };
  }

  /** @throws BadRequestError if the range has no start or too many bins, or a condition is invalid. */
  private async toKey(
    entity: SeriesKey['entity'],
    project: Project,
    args: SpanSeriesArgs | TraceSeriesArgs,
    loaders: GraphqlContext['loaders'],
  ): Promise<SeriesKey> {
    const bins = toBins(args.timeRange, args.timeBinConfig);
    return { ...(await toFiguresKey(project.rowId, args, this, loaders)), entity, bins };
  }
}

const BASE_FIRST = {
  description:
    'By type: the base type, cache, reasoning, audio, then alphabetically. Tokens of unknown type count as the base type.',
};

/** Adds the types of the tokens in a bin. */
@Resolver(() => TokenCountDataPoint)
export class TokenTypesResolver {
  constructor(private readonly series: ProjectSeriesLoaders) {}

  @ResolveField(() => [TokenTypeCount], BASE_FIRST)
  promptDetails(
    @Parent() point: TokenCountDataPoint,
    @Context() context: GraphqlContext,
  ): Promise<TokenTypeCount[]> {
    return this.listTypes(point, true, point.prompt, context);
  }

  @ResolveField(() => [TokenTypeCount], BASE_FIRST)
  completionDetails(
    @Parent() point: TokenCountDataPoint,
    @Context() context: GraphqlContext,
  ): Promise<TokenTypeCount[]> {
    return this.listTypes(point, false, point.completion, context);
  }

  private async listTypes(
    { series, bin }: TokenCountDataPoint,
    isPrompt: boolean,
    total: number,
    { loaders }: GraphqlContext,
  ): Promise<TokenTypeCount[]> {
    const rows = await loaders.of(this.series.tokenTypes).load(series);
    return listTokenTypes(rows.get(bin) ?? [], isPrompt, total);
  }
}
