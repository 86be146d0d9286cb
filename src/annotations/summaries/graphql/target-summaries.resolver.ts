import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { ProjectSession } from '../../../tracing/sessions/graphql/project-session.type.js';
import { Span } from '../../../tracing/spans/graphql/span.type.js';
import { Trace } from '../../../tracing/traces/graphql/trace.type.js';
import { type AnnotationFilterInput, toAnnotationTest } from '../../annotation-filter.js';
import { NOTE } from '../../annotation-target.js';
import type { ListedAnnotation } from '../../annotations.service.js';
import { AnnotationFilterArgs } from '../../graphql/annotations.args.js';
import { AnnotationsLoaders } from '../../graphql/annotations.loader.js';
import { summarizeAnnotations } from '../annotation-summary.js';
import { AnnotationSummary } from './annotation-summary.type.js';

const SORTED = { description: 'The annotations that match the filter, by name. Without notes.' };

@Resolver(() => Span)
export class SummariesOfSpanResolver {
  constructor(private readonly annotations: AnnotationsLoaders) {}

  @ResolveField(() => [AnnotationSummary], SORTED)
  spanAnnotationSummaries(
    @Parent() { context: { traceId, spanId } }: Span,
    @Args() { filter }: AnnotationFilterArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationSummary[]> {
    return summarize(filter, () => loaders.of(this.annotations.ofSpans).load([traceId, spanId]));
  }
}

@Resolver(() => Trace)
export class SummariesOfTraceResolver {
  constructor(private readonly annotations: AnnotationsLoaders) {}

  @ResolveField(() => [AnnotationSummary], SORTED)
  traceAnnotationSummaries(
    @Parent() { traceId }: Trace,
    @Args() { filter }: AnnotationFilterArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationSummary[]> {
    return summarize(filter, () => loaders.of(this.annotations.ofTraces).load([traceId]));
  }
}

@Resolver(() => ProjectSession)
export class SummariesOfSessionResolver {
  constructor(private readonly annotations: AnnotationsLoaders) {}

  @ResolveField(() => [AnnotationSummary], SORTED)
  sessionAnnotationSummaries(
    @Parent() { key: { projectId, sessionId } }: ProjectSession,
    @Args() { filter }: AnnotationFilterArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<AnnotationSummary[]> {
    return summarize(filter, () =>
      loaders.of(this.annotations.ofSessions).load([projectId, sessionId]),
    );
  }
}

async function summarize(
  filter: AnnotationFilterInput | null | undefined,
  load: () => Promise<ListedAnnotation[]>,
): Promise<AnnotationSummary[]> {
  const isSelected = toAnnotationTest(filter);
  const rows = await load();
  return summarizeAnnotations(rows.filter((row) => row.name !== NOTE && isSelected(row)));
}
