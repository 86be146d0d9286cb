import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { assertStarted, toBins } from '../../../kernel/graphql/time-bins.inputs.js';
import { Project } from '../../../projects/graphql/project.type.js';
import {
  SessionSeriesArgs,
  SpanSeriesArgs,
  StartedSessionFiguresArgs,
  StartedSpanFiguresArgs,
  StartedTraceFiguresArgs,
  TraceSeriesArgs,
} from '../../../tracing/figures/graphql/figures.inputs.js';
import { SessionsService } from '../../../tracing/sessions/sessions.service.js';
import { SpansService } from '../../../tracing/spans/spans.service.js';
import { TracesService } from '../../../tracing/traces/traces.service.js';
import {
  type AnnotationTarget,
  SESSION_ANNOTATIONS,
  SPAN_ANNOTATIONS,
  TRACE_ANNOTATIONS,
} from '../../annotation-target.js';
import {
  AnnotationMetricsTimeSeries,
  AnnotationScoreTimeSeries,
  toMetricsSeries,
  toScoreSeries,
} from './annotation-series.type.js';
import { SessionMetricsArgs, SpanMetricsArgs, TraceMetricsArgs } from './summaries.args.js';
import { type SeriesKey, SummariesLoaders, type SummariesKey } from './summaries.loader.js';

const SCORES = (targets: string) => ({
  description: `Mean scores of annotations by name. An annotation counts when its ${targets} began.`,
});
const METRICS = (targets: string) => ({
  description: `Summaries of annotations by name. An annotation counts when its ${targets} began.`,
});
const NAMES = (targets: string) => ({
  description: `Names of annotations with a score or label, of ${targets} that began in the range. Sorted.`,
});

/** What an annotation series covers. */
type SeriesArgs = SessionSeriesArgs & Partial<SpanMetricsArgs>;

/** Annotations of a project in bins of time, for charts. */
@Resolver(() => Project)
export class AnnotationSeriesResolver {
  constructor(
    private readonly figures: SummariesLoaders,
    private readonly spans: SpansService,
    private readonly traces: TracesService,
    private readonly sessions: SessionsService,
  ) {}

  @ResolveField(() => AnnotationScoreTimeSeries, SCORES('span'))
  spanAnnotationScoreTimeSeries(
    @Parent() project: Project,
    @Args() args: SpanSeriesArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationScoreTimeSeries> {
    return this.readScores(SPAN_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => AnnotationMetricsTimeSeries, METRICS('span'))
  spanAnnotationMetricsTimeSeries(
    @Parent() project: Project,
    @Args() args: SpanMetricsArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationMetricsTimeSeries> {
    return this.readMetrics(SPAN_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => [String], NAMES('spans'))
  spanAnnotationMetricNames(
    @Parent() project: Project,
    @Args() args: StartedSpanFiguresArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string[]> {
    assertStarted(args.timeRange);
    return loaders.of(this.figures.judgedNames).load(this.toKey(SPAN_ANNOTATIONS, project, args));
  }

  @ResolveField(() => AnnotationScoreTimeSeries, SCORES('trace'))
  traceAnnotationScoreTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceSeriesArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationScoreTimeSeries> {
    return this.readScores(TRACE_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => AnnotationMetricsTimeSeries, METRICS('trace'))
  traceAnnotationMetricsTimeSeries(
    @Parent() project: Project,
    @Args() args: TraceMetricsArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationMetricsTimeSeries> {
    return this.readMetrics(TRACE_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => [String], NAMES('traces'))
  traceAnnotationMetricNames(
    @Parent() project: Project,
    @Args() args: StartedTraceFiguresArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string[]> {
    assertStarted(args.timeRange);
    return loaders.of(this.figures.judgedNames).load(this.toKey(TRACE_ANNOTATIONS, project, args));
  }

  @ResolveField(() => AnnotationScoreTimeSeries, SCORES('session'))
  sessionAnnotationScoreTimeSeries(
    @Parent() project: Project,
    @Args() args: SessionSeriesArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationScoreTimeSeries> {
    return this.readScores(SESSION_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => AnnotationMetricsTimeSeries, METRICS('session'))
  sessionAnnotationMetricsTimeSeries(
    @Parent() project: Project,
    @Args() args: SessionMetricsArgs,
    @Context() context: GraphqlContext,
  ): Promise<AnnotationMetricsTimeSeries> {
    return this.readMetrics(SESSION_ANNOTATIONS, project, args, context);
  }

  @ResolveField(() => [String], NAMES('sessions'))
  sessionAnnotationMetricNames(
    @Parent() project: Project,
    @Args() args: StartedSessionFiguresArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string[]> {
    assertStarted(args.timeRange);
    return loaders
      .of(this.figures.judgedNames)
      .load(this.toKey(SESSION_ANNOTATIONS, project, args));
  }

  private async readScores(
    target: AnnotationTarget,
    project: Project,
    args: SeriesArgs,
    { loaders }: GraphqlContext,
  ): Promise<AnnotationScoreTimeSeries> {
    const key = this.toSeriesKey(target, project, args);
    return toScoreSeries(key.bins, await loaders.of(this.figures.series).load(key));
  }

  private async readMetrics(
    target: AnnotationTarget,
    project: Project,
    args: SeriesArgs,
    { loaders }: GraphqlContext,
  ): Promise<AnnotationMetricsTimeSeries> {
    const key = this.toSeriesKey(target, project, args);
    return toMetricsSeries(key.bins, await loaders.of(this.figures.series).load(key));
  }

  /** @throws BadRequestError if the range has no start or too many bins, or a condition is invalid. */
  private toSeriesKey(target: AnnotationTarget, project: Project, args: SeriesArgs): SeriesKey {
    const bins = toBins(args.timeRange, args.timeBinConfig);
    return { ...this.toKey(target, project, args), bins };
  }

  /** @throws BadRequestError if a condition is invalid. */
  private toKey(
    target: AnnotationTarget,
    { rowId: projectId }: Project,
    args: SeriesArgs,
  ): SummariesKey {
    const { annotationName, timeRange } = args;
    const { filterCondition, traceFilterCondition, sessionFilterCondition } = args;
    return {
      target,
      projectId,
      name: annotationName ?? null,
      start: timeRange.start ?? null,
      end: timeRange.end ?? null,
      onlyBegun: true,
      conditions: [filterCondition, traceFilterCondition, sessionFilterCondition].map(
        (text) => text ?? null,
      ),
      addSpanCondition: this.spans.readCondition(filterCondition),
      addTraceCondition: this.traces.readCondition(traceFilterCondition),
      addSessionCondition: this.sessions.readCondition(sessionFilterCondition),
    };
  }
}
