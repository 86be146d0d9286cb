import { Args, Context, Float, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type Connection,
  forwardPage,
  keysetConnection,
  PageArgs,
} from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { SpanCostSummary, unpriced } from '../../graphql/cost.type.js';
import { SessionQuantileArgs } from './sessions.args.js';
import { cursorAt } from '../../../common/pagination/keyset-sort.js';
import { OwningProjectLoader } from '../../project/graphql/owning-project.loader.js';
import { ProjectSession } from './project-session.type.js';
import { SessionDetailsLoaders } from './session-details.loader.js';
import { SessionListsLoaders } from './session-lists.loader.js';
import { TRACES_BY_START } from '../session-sorts.js';
import type { SessionSums } from '../session-sums.js';
import { SpanIOValue, toSpanIOValue } from '../../spans/graphql/span-io-value.type.js';
import { TokenUsage } from '../../graphql/token-usage.type.js';
import { type Trace, TraceConnection, toTrace } from '../../traces/graphql/trace.type.js';

/** What a session shows besides its row, loaded for all sessions of a page at once. */
@Resolver(() => ProjectSession)
export class SessionFieldsResolver {
  constructor(
    private readonly projects: OwningProjectLoader,
    private readonly details: SessionDetailsLoaders,
    private readonly lists: SessionListsLoaders,
  ) {}

  @ResolveField(() => Project)
  project(
    @Parent() session: ProjectSession,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project> {
    return loaders.of(this.projects).load(session.projectRowId);
  }

  @ResolveField(() => Int)
  async numTraces(
    @Parent() session: ProjectSession,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.sumsOf(session, context)).traceCount;
  }

  @ResolveField(() => Int, { description: 'Traces with at least one failed span.' })
  async numTracesWithError(
    @Parent() session: ProjectSession,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.sumsOf(session, context)).failedTraceCount;
  }

  @ResolveField(() => String, { nullable: true, description: 'The first user any trace names.' })
  async userId(
    @Parent() session: ProjectSession,
    @Context() context: GraphqlContext,
  ): Promise<string | null> {
    return (await this.sumsOf(session, context)).userId;
  }

  @ResolveField(() => TokenUsage)
  async tokenUsage(
    @Parent() session: ProjectSession,
    @Context() context: GraphqlContext,
  ): Promise<TokenUsage> {
    const { promptTokens, completionTokens } = await this.sumsOf(session, context);
    return {
      prompt: promptTokens,
      completion: completionTokens,
      total: promptTokens + completionTokens,
    };
  }

  @ResolveField(() => SpanCostSummary)
  async costSummary(
    @Parent() session: ProjectSession,
    @Context() context: GraphqlContext,
  ): Promise<SpanCostSummary> {
    const { promptTokens, completionTokens } = await this.sumsOf(session, context);
    return unpriced({ prompt: promptTokens, completion: completionTokens });
  }

  @ResolveField(() => SpanIOValue, {
    nullable: true,
    description: 'Input of the root span of the first trace that has one.',
  })
  async firstInput(
    @Parent() session: ProjectSession,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanIOValue | null> {
    const root = await loaders.of(this.details.firstRoot).load(session.sessionId);
    return root && toSpanIOValue(root, 'input');
  }

  @ResolveField(() => SpanIOValue, {
    nullable: true,
    description: 'Output of the root span of the last trace that has one.',
  })
  async lastOutput(
    @Parent() session: ProjectSession,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanIOValue | null> {
    const root = await loaders.of(this.details.lastRoot).load(session.sessionId);
    return root && toSpanIOValue(root, 'output');
  }

  @ResolveField(() => Float, { nullable: true, description: 'Quantile of the time a trace took.' })
  traceLatencyMsQuantile(
    @Parent() { sessionId }: ProjectSession,
    @Args() { probability }: SessionQuantileArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    return loaders.of(this.details.latencyQuantiles).load({ sessionId, probability });
  }

  @ResolveField(() => TraceConnection, { description: 'By start, whatever project they are in.' })
  async traces(
    @Parent() { sessionId }: ProjectSession,
    @Args() args: PageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Trace>> {
    const { first, after } = forwardPage(args);
    const page = { sort: TRACES_BY_START, after, limit: first + 1 };
    const rows = await loaders.of(this.lists.traces).load({ sessionId, page });
    return keysetConnection(rows, first, after, cursorAt(TRACES_BY_START), toTrace);
  }

  private sumsOf(session: ProjectSession, { loaders }: GraphqlContext): Promise<SessionSums> {
    return loaders.of(this.details.sums).load(session.sessionId);
  }
}
