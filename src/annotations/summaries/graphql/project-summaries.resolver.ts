import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import {
  SessionFiguresArgs,
  SpanFiguresArgs,
  TraceFiguresArgs,
} from '../../../tracing/figures/graphql/figures.inputs.js';
import type { DistributedWhere } from '../../../kernel/sql/distributed-where.js';
import { MatchesService } from '../../../tracing/matches/matches.service.js';
import { SessionsService } from '../../../tracing/sessions/sessions.service.js';
import { SpansService } from '../../../tracing/spans/spans.service.js';
import { TracesService } from '../../../tracing/traces/traces.service.js';
import {
  type AnnotationTarget,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../../annotation-target.js';
import { AnnotationNameCount, AnnotationSummary } from './annotation-summary.type.js';
import { SessionSummaryArgs, SpanSummaryArgs, TraceSummaryArgs } from './summaries.args.js';
import { SummariesLoaders } from './summaries.loader.js';

const NAMES = { description: 'Sorted. Without notes.' };
const SUMMARY = { nullable: true, description: 'Null without annotations that have this name.' };
const SUMMARIES = { description: 'All names, sorted. Without notes.' };

/** Figures about the annotations in a project. Without a range, they cover everything. */
@Resolver(() => Project)
export class ProjectSummariesResolver {
  constructor(
    private readonly figures: SummariesLoaders,
    private readonly spans: SpansService,
    private readonly traces: TracesService,
    private readonly sessions: SessionsService,
    private readonly matches: MatchesService,
  ) {}

  @ResolveField(() => [String], NAMES)
  spanAnnotationNames(@Parent() project: Project, @Context() context: GraphqlContext) {
    return this.loadNames(SPAN_ANNOTATIONS, project, context);
  }

  @ResolveField(() => [String], NAMES)
  traceAnnotationNames(@Parent() project: Project, @Context() context: GraphqlContext) {
    return this.loadNames(TRACE_ANNOTATIONS, project, context);
  }

  @ResolveField(() => [String], { description: 'The same as `traceAnnotationNames`.' })
  traceAnnotationsNames(@Parent() project: Project, @Context() context: GraphqlContext) {
    return this.loadNames(TRACE_ANNOTATIONS, project, context);
  }

  @ResolveField(() => [String], NAMES)
  sessionAnnotationNames(@Parent() project: Project, @Context() context: GraphqlContext) {
    return this.loadNames(SESSION_ANNOTATIONS, project, context);
  }

  @ResolveField(() => [AnnotationNameCount], NAMES)
  spanAnnotationNameCounts(@Parent() project: Project, @Context() context: GraphqlContext) {
    return this.loadNameCounts(SPAN_ANNOTATIONS, project, context);
  }

  @ResolveField(() => [AnnotationNameCount], NAMES)
  traceAnnotationNameCounts(@Parent() project: Project, @Context() context: GraphqlContext) {
    return this.loadNameCounts(TRACE_ANNOTATIONS, project, context);
  }

  @ResolveField(() => [AnnotationNameCount], NAMES)
  sessionAnnotationNameCounts(@Parent() project: Project, @Context() context: GraphqlContext) {
    return this.loadNameCounts(SESSION_ANNOTATIONS, project, context);
  }

  @ResolveField(() => AnnotationSummary, SUMMARY)
  spanAnnotationSummary(
    @Parent() project: Project,
    @Args() args: SpanSummaryArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationSummary | null> {
    return this.loadSummary(SPAN_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => AnnotationSummary, SUMMARY)
  traceAnnotationSummary(
    @Parent() project: Project,
    @Args() args: TraceSummaryArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationSummary | null> {
    return this.loadSummary(TRACE_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => AnnotationSummary, SUMMARY)
  sessionAnnotationSummary(
    @Parent() project: Project,
    @Args() args: SessionSummaryArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationSummary | null> {
    return this.loadSummary(SESSION_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => [AnnotationSummary], SUMMARIES)
  spanAnnotationSummaries(
    @Parent() project: Project,
    @Args() args: SpanFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationSummary[]> {
    return this.loadSummaries(SPAN_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => [AnnotationSummary], SUMMARIES)
  traceAnnotationSummaries(
    @Parent() project: Project,
    @Args() args: TraceFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationSummary[]> {
    return this.loadSummaries(TRACE_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => [AnnotationSummary], SUMMARIES)
  sessionAnnotationSummaries(
    @Parent() project: Project,
    @Args() args: SessionFiguresArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationSummary[]> {
    return this.loadSummaries(SESSION_ANNOTATIONS, project, args, context);
  }

  private loadNames(
    target: AnnotationTarget,
    { rowId: projectId }: Project,
    { loaders }: GraphqlContext,
  ): Promise<string[]> {
    return loaders.of(this.figures.names).load({ target, projectId });
  }

  private loadNameCounts(
    target: AnnotationTarget,
    { rowId: projectId }: Project,
    { loaders }: GraphqlContext,
  ): Promise<AnnotationNameCount[]> {
    return loaders.of(this.figures.nameCounts).load({ target, projectId });
  }

  private async loadSummary(
    target: AnnotationTarget,
    project: Project,
    args: SessionSummaryArgs,
    context: GraphqlContext,
  ): Promise<AnnotationSummary | null> {
    const [summary] = await this.loadSummaries(target, project, args, context);
    return summary ?? null;
  }

  /** Loads the summary of one name, or of all. */
  private async loadSummaries(
    target: AnnotationTarget,
    { rowId: projectId }: Project,
    args: Partial<SpanSummaryArgs>,
    { loaders }: GraphqlContext,
  ): Promise<AnnotationSummary[]> {
    const { timeRange, filterCondition, traceFilterCondition, sessionFilterCondition } = args;
    const matches = await this.matches.find(projectId, args);
    const texts = [filterCondition, traceFilterCondition, sessionFilterCondition];
    return loaders.of(this.figures.summaries).load({
      target,
      projectId,
      name: args.annotationName ?? null,
      start: matches?.coveredFrom ?? timeRange?.start ?? null,
      end: timeRange?.end ?? null,
      conditions: [
        ...texts.map((text) => text ?? null),
        // What was found is of one project.
        ...(matches ? [args.search!, args.searchedRows ?? null, String(projectId)] : []),
      ],
      addSpanCondition: join(this.spans.readCondition(filterCondition), matches?.addSpanCondition),
      addTraceCondition: join(
        this.traces.readCondition(traceFilterCondition),
        matches?.addTraceCondition,
      ),
      addSessionCondition: join(
        this.sessions.readCondition(sessionFilterCondition),
        matches?.addSessionCondition,
      ),
    });
  }
}

/** Returns a function that adds both conditions, and returns the joins of the first. */
function join<R>(
  first: ((where: DistributedWhere) => R) | null,
  second: ((where: DistributedWhere) => R) | undefined,
): ((where: DistributedWhere) => R) | null {
  if (!first || !second) return first ?? second ?? null;
  return (where) => {
    second(where);
    return first(where);
  };
}
