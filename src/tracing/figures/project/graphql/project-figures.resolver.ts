import { Args, Context, Float, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../../kernel/graphql/context.js';
import { Project } from '../../../../projects/graphql/project.type.js';
import {
  SpanCostDetailSummaryEntry,
  SpanCostSummary,
  toCostDetail,
  toCostSummary,
  toUnpricedModels,
  UnpricedModel,
} from '../../../graphql/cost.type.js';
import { MatchesService } from '../../../matches/matches.service.js';
import { SpansLoaders } from '../../../spans/graphql/spans.loader.js';
import {
  SessionFiguresArgs,
  SpanFiguresArgs,
  TraceFiguresArgs,
} from '../../graphql/figures.inputs.js';
import {
  SessionQuantileArgs,
  SpanQuantileArgs,
  TraceQuantileArgs,
} from './project-figures.args.js';
import {
  type FigureArgs,
  type FilteredKey,
  type FiguresKey,
  ProjectFiguresLoaders,
  type QuantileKey,
  toFiguresKey,
} from './project-figures.loader.js';

/** Figures about a project. Without a range, they cover everything. */
@Resolver(() => Project)
export class ProjectFiguresResolver {
  constructor(
    private readonly figures: ProjectFiguresLoaders,
    readonly spans: SpansLoaders,
    readonly matches: MatchesService,
  ) {}

  @ResolveField(() => Int, {
    description:
      'Number of spans in the traces that began in the range; with a condition, of spans that began in it.',
  })
  async recordCount(
    @Parent() project: Project,
    @Args() args: SpanFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readSpanTotals(project, args, context))?.spanCount ?? 0;
  }

  @ResolveField(() => Int, { description: 'Number of traces that began in the range.' })
  async traceCount(
    @Parent() project: Project,
    @Args() args: TraceFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    const totals = await this.readTraceTotals(project, args, context);
    return totals?.traceCount ?? 0;
  }

  @ResolveField(() => Int, { description: 'Number of traces with at least one failed span.' })
  async errorCount(
    @Parent() project: Project,
    @Args() args: TraceFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readTraceTotals(project, args, context))?.failedTraceCount ?? 0;
  }

  @ResolveField(() => Float)
  async tokenCountTotal(
    @Parent() project: Project,
    @Args() args: SpanFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    const { prompt, completion } = await this.readTokens(project, args, context);
    return prompt + completion;
  }

  @ResolveField(() => Float)
  async tokenCountPrompt(
    @Parent() project: Project,
    @Args() args: SpanFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readTokens(project, args, context)).prompt;
  }

  @ResolveField(() => Float)
  async tokenCountCompletion(
    @Parent() project: Project,
    @Args() args: SpanFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.readTokens(project, args, context)).completion;
  }

  @ResolveField(() => SpanCostSummary)
  async costSummary(
    @Parent() project: Project,
    @Args() args: SpanFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<SpanCostSummary> {
    const { prompt, completion } = await this.readTokens(project, args, context);
    const key = await this.toKey(project, args, context);
    const { figures } = this;
    const costs = isFiltered(key)
      ? await context.loaders.of(figures.spanCosts).load(key)
      : await context.loaders.of(figures.totals).load(key);
    return toCostSummary({
      promptTokens: prompt,
      completionTokens: completion,
      promptCost: costs?.promptCost ?? null,
      completionCost: costs?.completionCost ?? null,
      tokenSpanCount: costs?.tokenSpanCount ?? 0,
      unpricedSpanCount: costs?.unpricedSpanCount ?? 0,
    });
  }

  @ResolveField(() => [UnpricedModel], {
    description:
      'The models without a price that spans in the range name, those with the most tokens first.',
  })
  async unpricedModels(
    @Parent() project: Project,
    @Args() args: SpanFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<UnpricedModel[]> {
    const key = await this.toKey(project, args, context);
    return toUnpricedModels(await context.loaders.of(this.figures.unpriced).load(key));
  }

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'By type of tokens, prompt first. Reads every span with a cost in the range.',
  })
  async costDetailSummaryEntries(
    @Parent() project: Project,
    @Args() args: SpanFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    const key = await this.toKey(project, args, context);
    return (await context.loaders.of(this.figures.costDetails).load(key)).map(toCostDetail);
  }

  @ResolveField(() => Float, { nullable: true, description: 'Quantile of the trace duration.' })
  latencyMsQuantile(
    @Parent() project: Project,
    @Args() args: TraceQuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.readQuantile('trace', project, args, context);
  }

  @ResolveField(() => Float, { nullable: true, description: 'Quantile of the span duration.' })
  spanLatencyMsQuantile(
    @Parent() project: Project,
    @Args() args: SpanQuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.readQuantile('span', project, args, context);
  }

  @ResolveField(() => Int, { description: 'Number of sessions that overlap the range.' })
  async sessionCount(
    @Parent() project: Project,
    @Args() args: SessionFiguresArgs,
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
    @Args() args: SessionFiguresArgs,
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
    @Args() args: SessionFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    const key = await this.toKey(project, args, context);
    const loader = context.loaders.of(this.figures.tracesPerSession);
    return (await loader.load(key))?.average ?? null;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'Quantile of the duration of sessions in the range.',
  })
  sessionDurationMsQuantile(
    @Parent() project: Project,
    @Args() args: SessionQuantileArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return this.readQuantile('session', project, args, context);
  }

  private async readTraceTotals(project: Project, args: FigureArgs, context: GraphqlContext) {
    const key = await this.toKey(project, args, context);
    return isFiltered(key)
      ? context.loaders.of(this.figures.filteredTraces).load(key)
      : context.loaders.of(this.figures.totals).load(key);
  }

  private async readSessionTotals(project: Project, args: FigureArgs, context: GraphqlContext) {
    const key = await this.toKey(project, args, context);
    return context.loaders.of(this.figures.sessionTotals).load(key);
  }

  private async readSpanTotals(project: Project, args: FigureArgs, context: GraphqlContext) {
    const key = await this.toKey(project, args, context);
    return isFiltered(key)
      ? context.loaders.of(this.figures.spanTotals).load(key)
      : context.loaders.of(this.figures.totals).load(key);
  }

  private async readTokens(project: Project, args: FigureArgs, context: GraphqlContext) {
    const totals = await this.readSpanTotals(project, args, context);
    return { prompt: totals?.promptTokens ?? 0, completion: totals?.completionTokens ?? 0 };
  }

  private async readQuantile(
    entity: QuantileKey['entity'],
    project: Project,
    args: FigureArgs & { probability: number },
    context: GraphqlContext,
  ): Promise<number | null> {
    const { probability } = args;
    const key = await this.toKey(project, args, context);
    return context.loaders.of(this.figures.quantile).load({ ...key, entity, probability });
  }

  /** @throws FilterSyntaxError if a condition is invalid. */
  private toKey(
    project: Project,
    args: FigureArgs,
    { loaders }: GraphqlContext,
  ): Promise<FiguresKey> {
    return toFiguresKey(project.rowId, args, this, loaders);
  }
}

function isFiltered(key: FiguresKey): key is FilteredKey {
  return key.addSpanCondition !== undefined;
}
