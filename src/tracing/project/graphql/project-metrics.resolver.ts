import { Args, Context, Float, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { SpanCostSummary, unpriced } from '../../graphql/cost.type.js';
import { QuantileArgs, RangeArgs } from './project-metrics.args.js';
import type { ProjectTotals, SessionTotals, TimedThing } from '../project-figures.js';
import { ProjectMetricsLoaders, type ProjectRange } from './project-metrics.loader.js';

/** The figures of a project; without a range they are about all there is. */
@Resolver(() => Project)
export class ProjectMetricsResolver {
  constructor(private readonly metrics: ProjectMetricsLoaders) {}

  @ResolveField(() => Int, { description: 'Spans of the traces that began in the range.' })
  async recordCount(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.totalsOf(project, args, context))?.spanCount ?? 0;
  }

  @ResolveField(() => Int, { description: 'Traces that began in the range.' })
  async traceCount(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.totalsOf(project, args, context))?.traceCount ?? 0;
  }

  @ResolveField(() => Int, { description: 'Traces with at least one failed span.' })
  async errorCount(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.totalsOf(project, args, context))?.failedTraceCount ?? 0;
  }

  @ResolveField(() => Float)
  async tokenCountTotal(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    const { prompt, completion } = await this.tokensOf(project, args, context);
    return prompt + completion;
  }

  @ResolveField(() => Float)
  async tokenCountPrompt(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.tokensOf(project, args, context)).prompt;
  }

  @ResolveField(() => Float)
  async tokenCountCompletion(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.tokensOf(project, args, context)).completion;
  }

  @ResolveField(() => SpanCostSummary)
  async costSummary(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<SpanCostSummary> {
    return unpriced(await this.tokensOf(project, args, context));
  }

  @ResolveField(() => Float, { nullable: true, description: 'Quantile of the time a trace took.' })
  latencyMsQuantile(
    @Parent() project: Project,
    @Args() args: QuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.quantileOf('trace', project, args, context);
  }

  @ResolveField(() => Float, { nullable: true, description: 'Quantile of the time a span took.' })
  spanLatencyMsQuantile(
    @Parent() project: Project,
    @Args() args: QuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.quantileOf('span', project, args, context);
  }

  @ResolveField(() => Int, { description: 'Sessions that touch the range.' })
  async sessionCount(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.sessionTotalsOf(project, args, context))?.sessionCount ?? 0;
  }

  @ResolveField(() => Float, { nullable: true, description: 'Of the sessions in the range.' })
  async averageSessionDurationMs(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return (await this.sessionTotalsOf(project, args, context))?.averageDurationMs ?? null;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'Traces that began in the range, by the sessions they belong to.',
  })
  async averageTracesPerSession(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    const loader = loaders.of(this.metrics.tracesPerSession);
    return (await loader.load(rangeOf(project, args)))?.average ?? null;
  }

  @ResolveField(() => Float, { nullable: true, description: 'Of the sessions in the range.' })
  sessionDurationMsQuantile(
    @Parent() project: Project,
    @Args() args: QuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.quantileOf('session', project, args, context);
  }

  private totalsOf(
    project: Project,
    args: RangeArgs,
    { loaders }: GraphqlContext,
  ): Promise<ProjectTotals | null> {
    return loaders.of(this.metrics.totals).load(rangeOf(project, args));
  }

  private sessionTotalsOf(
    project: Project,
    args: RangeArgs,
    { loaders }: GraphqlContext,
  ): Promise<SessionTotals | null> {
    return loaders.of(this.metrics.sessionTotals).load(rangeOf(project, args));
  }

  private async tokensOf(project: Project, args: RangeArgs, context: GraphqlContext) {
    const totals = await this.totalsOf(project, args, context);
    return { prompt: totals?.promptTokens ?? 0, completion: totals?.completionTokens ?? 0 };
  }

  private quantileOf(
    thing: TimedThing,
    project: Project,
    args: QuantileArgs,
    { loaders }: GraphqlContext,
  ): Promise<number | null> {
    const { probability } = args;
    return loaders
      .of(this.metrics.quantiles)
      .load({ ...rangeOf(project, args), thing, probability });
  }
}

function rangeOf(project: Project, { timeRange }: RangeArgs): ProjectRange {
  return {
    projectId: project.rowId,
    start: timeRange?.start ?? null,
    end: timeRange?.end ?? null,
  };
}
