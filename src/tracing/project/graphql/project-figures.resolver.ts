import { Args, Context, Float, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { SpanCostSummary, toUnpricedCost } from '../../graphql/cost.type.js';
import { ProjectQuantileArgs, RangeArgs } from './project-figures.args.js';
import {
  ProjectFiguresLoaders,
  type ProjectQuantile,
  type ProjectRange,
} from './project-figures.loader.js';

/** Figures about a project. Without a range, they cover everything. */
@Resolver(() => Project)
export class ProjectFiguresResolver {
  constructor(private readonly figures: ProjectFiguresLoaders) {}

  @ResolveField(() => Int, {
    description: 'Number of spans in the traces that began in the range.',
  })
  async recordCount(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readTotals(project, args, context))?.spanCount ?? 0;
  }

  @ResolveField(() => Int, { description: 'Number of traces that began in the range.' })
  async traceCount(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readTotals(project, args, context))?.traceCount ?? 0;
  }

  @ResolveField(() => Int, { description: 'Number of traces with at least one failed span.' })
  async errorCount(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readTotals(project, args, context))?.failedTraceCount ?? 0;
  }

  @ResolveField(() => Float)
  async tokenCountTotal(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    const { prompt, completion } = await this.readTokens(project, args, context);
    return prompt + completion;
  }

  @ResolveField(() => Float)
  async tokenCountPrompt(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readTokens(project, args, context)).prompt;
  }

  @ResolveField(() => Float)
  async tokenCountCompletion(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readTokens(project, args, context)).completion;
  }

  @ResolveField(() => SpanCostSummary)
  async costSummary(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<SpanCostSummary> {
    return toUnpricedCost(await this.readTokens(project, args, context));
  }

  @ResolveField(() => Float, { nullable: true, description: 'Quantile of the trace duration.' })
  latencyMsQuantile(
    @Parent() project: Project,
    @Args() args: ProjectQuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.readQuantile('trace', project, args, context);
  }

  @ResolveField(() => Float, { nullable: true, description: 'Quantile of the span duration.' })
  spanLatencyMsQuantile(
    @Parent() project: Project,
    @Args() args: ProjectQuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.readQuantile('span', project, args, context);
  }

  @ResolveField(() => Int, { description: 'Number of sessions that overlap the range.' })
  async sessionCount(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readSessionTotals(project, args, context))?.sessionCount ?? 0;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'Average over the sessions in the range.',
  })
  async averageSessionDurationMs(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return (await this.readSessionTotals(project, args, context))?.averageDurationMs ?? null;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'Counts only traces that began in the range.',
  })
  async averageTracesPerSession(
    @Parent() project: Project,
    @Args() args: RangeArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    const loader = loaders.of(this.figures.tracesPerSession);
    return (await loader.load(toRange(project, args)))?.average ?? null;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'Quantile of the duration of sessions in the range.',
  })
  sessionDurationMsQuantile(
    @Parent() project: Project,
    @Args() args: ProjectQuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.readQuantile('session', project, args, context);
  }

  private readTotals(project: Project, args: RangeArgs, { loaders }: GraphqlContext) {
    return loaders.of(this.figures.totals).load(toRange(project, args));
  }

  private readSessionTotals(project: Project, args: RangeArgs, { loaders }: GraphqlContext) {
    return loaders.of(this.figures.sessionTotals).load(toRange(project, args));
  }

  private async readTokens(project: Project, args: RangeArgs, context: GraphqlContext) {
    const totals = await this.readTotals(project, args, context);
    return { prompt: totals?.promptTokens ?? 0, completion: totals?.completionTokens ?? 0 };
  }

  private readQuantile(
    entity: ProjectQuantile['entity'],
    project: Project,
    args: ProjectQuantileArgs,
    { loaders }: GraphqlContext,
  ): Promise<number | null> {
    const { probability } = args;
    return loaders
      .of(this.figures.quantile)
      .load({ ...toRange(project, args), entity, probability });
  }
}

function toRange(project: Project, { timeRange }: RangeArgs): ProjectRange {
  return {
    projectId: project.rowId,
    start: timeRange?.start ?? null,
    end: timeRange?.end ?? null,
  };
}
