import { Args, Context, ID, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { SpanCostSummary, unpriced } from '../../graphql/cost.type.js';
import { TraceSpansArgs } from '../../spans/graphql/spans.args.js';
import { parseRowCursor, toKeysetCursor } from '../../../common/pagination/keyset-cursor.js';
import { OwningProjectLoader } from '../../project/graphql/owning-project.loader.js';
import { ProjectSession } from '../../sessions/graphql/project-session.type.js';
import { RootSpansLoader } from '../../spans/graphql/root-spans.loader.js';
import { Span, SpanConnection, toSpan } from '../../spans/graphql/span.type.js';
import { SessionsLoader } from '../../sessions/graphql/sessions.loader.js';
import { ErrorTypeCount, SpanKindCount } from './trace-counts.type.js';
import { ErrorTypesLoader, SpanKindCountsLoader } from './trace-counts.loader.js';
import { TraceSpansLoader } from './trace-spans.loader.js';
import { Trace } from './trace.type.js';

/** What a trace shows besides its row, loaded for all traces of a page at once. */
@Resolver(() => Trace)
export class TraceFieldsResolver {
  constructor(
    private readonly projects: OwningProjectLoader,
    private readonly sessions: SessionsLoader,
    private readonly rootSpans: RootSpansLoader,
    private readonly kindCounts: SpanKindCountsLoader,
    private readonly errorTypes: ErrorTypesLoader,
    private readonly traceSpans: TraceSpansLoader,
  ) {}

  @ResolveField(() => Project)
  project(@Parent() trace: Trace, @Context() { loaders }: GraphqlContext): Promise<Project> {
    return loaders.of(this.projects).load(trace.projectRowId);
  }

  @ResolveField(() => ID, { nullable: true, description: 'Global id of the session.' })
  async projectSessionId(
    @Parent() trace: Trace,
    @Context() context: GraphqlContext,
  ): Promise<string | null> {
    return (await this.session(trace, context))?.id ?? null;
  }

  @ResolveField(() => ProjectSession, { nullable: true })
  async session(
    @Parent() trace: Trace,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ProjectSession | null> {
    return trace.sessionKey === null ? null : loaders.of(this.sessions).load(trace.sessionKey);
  }

  @ResolveField(() => Span, {
    nullable: true,
    description:
      'The earliest span without a parent, else the earliest whose parent is not stored.',
  })
  rootSpan(@Parent() trace: Trace, @Context() { loaders }: GraphqlContext): Promise<Span | null> {
    return loaders.of(this.rootSpans).load(trace.traceId);
  }

  @ResolveField(() => [SpanKindCount], {
    description: 'Kinds that occur, the most frequent first.',
  })
  spanCountsByKind(
    @Parent() trace: Trace,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanKindCount[]> {
    return loaders.of(this.kindCounts).load(trace.traceId);
  }

  @ResolveField(() => [ErrorTypeCount])
  async errorsByType(
    @Parent() trace: Trace,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ErrorTypeCount[]> {
    return trace.errorCount === 0 ? [] : loaders.of(this.errorTypes).load(trace.traceId);
  }

  @ResolveField(() => SpanConnection, { description: 'The span stored last comes first.' })
  async spans(
    @Parent() trace: Trace,
    @Args() args: TraceSpansArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Span>> {
    const page = forwardPage(args);
    const rows = await loaders.of(this.traceSpans).load({
      traceId: trace.traceId,
      after: page.after === null ? null : parseRowCursor(page.after),
      limit: page.first + 1,
      rootSpansOnly: args.rootSpansOnly ?? false,
      orphanSpanAsRootSpan: args.orphanSpanAsRootSpan ?? true,
    });
    return keysetConnection(
      rows,
      page.first,
      page.after,
      ({ id }) => toKeysetCursor({ id }),
      toSpan,
    );
  }

  @ResolveField(() => SpanCostSummary)
  costSummary(@Parent() trace: Trace): SpanCostSummary {
    const { tokenCountPrompt: prompt, tokenCountCompletion: completion } = trace;
    return unpriced({ prompt, completion });
  }
}
