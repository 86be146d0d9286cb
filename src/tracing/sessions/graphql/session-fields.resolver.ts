import { Args, Context, Float, ID, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
  PageArgs,
} from '../../../kernel/pagination/connection.js';
import { SpanCostSummary, toCostSummary } from '../../graphql/cost.type.js';
import {
  MAX_PREVIEWED,
  SpanIOPreview,
  SpanIOValue,
  toSpanIOValue,
} from '../../spans/graphql/span-content.type.js';
import { SpansLoaders } from '../../spans/graphql/spans.loader.js';
import { toTrace, Trace, TraceConnection } from '../../traces/graphql/trace.type.js';
import { TracesLoaders } from '../../traces/graphql/traces.loader.js';
import { ProjectSession, TokenUsage } from './project-session.type.js';
import { QuantileArgs } from './sessions.args.js';
import { SessionsLoaders } from './sessions.loader.js';

/** The source of the value for sessions whose root spans have none, in words. */
const OF_OTHERS = `If no root has one, that of another span in the outermost traces of at most ${MAX_PREVIEWED} spans.`;

/** The fields of a session that are not in its row, loaded for a whole page at once. */
@Resolver(() => ProjectSession)
export class SessionFieldsResolver {
  constructor(
    private readonly sessions: SessionsLoaders,
    private readonly loadedTraces: TracesLoaders,
    private readonly loadedSpans: SpansLoaders,
  ) {}

  @ResolveField(() => Int)
  async numTraces(
    session: ProjectSession,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<number> {
    return (await this.readSums(session, context)).traceCount;
  }

  @ResolveField(() => Int, { description: 'Number of traces with at least one failed span.' })
  async numTracesWithError(
    session: ProjectSession,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<number> {
    return (await this.readSums(session, context)).failedTraceCount;
  }

  @ResolveField(() => String, { nullable: true, description: 'The first user that a trace names.' })
  async userId(
    session: ProjectSession,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<string | null> {
    return (await this.readSums(session, context)).userId;
  }

  @ResolveField(() => TokenUsage)
  async tokenUsage(
    session: ProjectSession,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<TokenUsage> {
    const { promptTokens, completionTokens } = await this.readSums(session, context);
    return {
      prompt: promptTokens,
      completion: completionTokens,
      total: promptTokens + completionTokens,
    };
  }

  @ResolveField(() => SpanCostSummary)
  async costSummary(
    session: ProjectSession,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<SpanCostSummary> {
    return toCostSummary(await this.readSums(session, context));
  }

  @ResolveField(() => SpanIOValue, {
    nullable: true,
    description: 'Input of the root span of the first trace that has one.',
  })
  async firstInput(
    { key }: ProjectSession,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanIOValue | null> {
    const root = await loaders.of(this.sessions.root).load({ ...key, end: 'first', areOwn: true });
    return root && toSpanIOValue(root, 'input');
  }

  @ResolveField(() => SpanIOValue, {
    nullable: true,
    description: 'Output of the root span of the last trace that has one.',
  })
  async lastOutput(
    { key }: ProjectSession,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanIOValue | null> {
    const root = await loaders.of(this.sessions.root).load({ ...key, end: 'last', areOwn: true });
    return root && toSpanIOValue(root, 'output');
  }

  @ResolveField(() => SpanIOPreview, {
    nullable: true,
    description: `Like \`firstInput\`; for an LLM span without \`input.value\`, from its messages. ${OF_OTHERS}`,
  })
  firstInputPreview(
    session: ProjectSession,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<SpanIOPreview | null> {
    return this.findPreview(session, context, 'first');
  }

  @ResolveField(() => SpanIOPreview, {
    nullable: true,
    description: `Like \`lastOutput\`; for an LLM span without \`output.value\`, from its messages. ${OF_OTHERS}`,
  })
  lastOutputPreview(
    session: ProjectSession,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<SpanIOPreview | null> {
    return this.findPreview(session, context, 'last');
  }

  /** Only if no root says anything, the other spans of the outermost traces are looked at. */
  private async findPreview(
    { key }: ProjectSession,
    { loaders }: GraphqlContext,
    end: 'first' | 'last',
  ): Promise<SpanIOPreview | null> {
    const root = await loaders.of(this.sessions.root).load({ ...key, end, areOwn: false });
    if (root) return toSpanIOValue(root, end === 'first' ? 'input' : 'output');
    const traceIds = (await loaders.of(this.sessions.ends).load(key))[end];
    const { firstInput, lastOutput } = this.loadedSpans;
    const previews = loaders.of(end === 'first' ? firstInput : lastOutput);
    const said = await Promise.all(traceIds.map((traceId) => previews.load(traceId)));
    return said.find((preview) => preview !== null) ?? null;
  }

  @ResolveField(() => Float, { nullable: true, description: 'Quantile of the trace duration.' })
  async traceLatencyMsQuantile(
    @Parent() { key }: ProjectSession,
    @Args() { probability }: QuantileArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    const figures = await loaders.of(this.sessions.figuresOf).load({ ...key, probability });
    return figures.quantile;
  }

  @ResolveField(() => TraceConnection, { description: 'Sorted by start.' })
  async traces(
    @Parent() { key }: ProjectSession,
    @Args() args: PageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Trace>> {
    const { first, after } = forwardPage(args);
    const page = loaders.of(this.loadedTraces.pageOfSession).load({ ...key, after, first });
    const { rows, cursorOf } = await page;
    return keysetConnection(rows, first, after, cursorOf, toTrace);
  }

  private readSums({ key }: ProjectSession, { loaders }: GraphqlContext) {
    return loaders.of(this.sessions.figuresOf).load(key);
  }
}

/** The session of a trace. */
@Resolver(() => Trace)
export class TraceSessionResolver {
  constructor(private readonly sessions: SessionsLoaders) {}

  @ResolveField(() => ID, { nullable: true, description: 'Global ID of the session.' })
  async projectSessionId(
    trace: Trace,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<string | null> {
    return (await this.findSession(trace, context))?.id ?? null;
  }

  @ResolveField(() => ProjectSession, { nullable: true })
  session(trace: Trace, _args: unknown, context: GraphqlContext): Promise<ProjectSession | null> {
    return this.findSession(trace, context);
  }

  private async findSession(
    { sessionKey }: Trace,
    { loaders }: GraphqlContext,
  ): Promise<ProjectSession | null> {
    return sessionKey === null ? null : loaders.of(this.sessions.byKey).load(sessionKey);
  }
}
