import { Args, Context, Float, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DomainError, NotFoundError } from '../../../common/errors/errors.js';
import type { Connection } from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { offsetConnection } from '../../../common/pagination/offset-page.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { DescendantsArgs } from './descendants.args.js';
import { OwningProjectLoader } from '../../project/graphql/owning-project.loader.js';
import { Span, SpanConnection } from './span.type.js';
import { SpanStatusCode } from '../span-status-code.enum.js';
import { SpansLoader } from './spans.loader.js';
import { TraceTreesLoader } from '../../traces/graphql/trace-trees.loader.js';
import type { SubtreeSums } from '../../traces/trace-tree.js';
import { Trace } from '../../traces/graphql/trace.type.js';
import { TracesLoader } from '../../traces/graphql/traces.loader.js';

/** Where a span stands: its project, its trace, and what lies below it. */
@Resolver(() => Span)
export class SpanFieldsResolver {
  constructor(
    private readonly projects: OwningProjectLoader,
    private readonly traces: TracesLoader,
    private readonly trees: TraceTreesLoader,
    private readonly spans: SpansLoader,
  ) {}

  @ResolveField(() => Trace)
  async trace(@Parent() span: Span, @Context() { loaders }: GraphqlContext): Promise<Trace> {
    const trace = await loaders.of(this.traces).load(span.context.traceId);
    // Spans go with their trace, so this is a deletion under way.
    if (!trace) throw new NotFoundError('The trace was deleted meanwhile');
    return trace;
  }

  @ResolveField(() => Project)
  project(@Parent() span: Span, @Context() { loaders }: GraphqlContext): Promise<Project> {
    return loaders.of(this.projects).load(span.projectRowId);
  }

  @ResolveField(() => SpanStatusCode, {
    description: 'ERROR when the span or any below it failed, else OK.',
  })
  async propagatedStatusCode(
    @Parent() span: Span,
    @Context() context: GraphqlContext,
  ): Promise<SpanStatusCode> {
    const { errors } = await this.sums(span, context);
    return errors > 0 ? SpanStatusCode.ERROR : SpanStatusCode.OK;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'Tokens of the LLM spans from this span downwards.',
  })
  async cumulativeTokenCountTotal(
    @Parent() span: Span,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    const { promptTokens, completionTokens } = await this.sums(span, context);
    return promptTokens + completionTokens;
  }

  @ResolveField(() => Float, { nullable: true })
  async cumulativeTokenCountPrompt(
    @Parent() span: Span,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.sums(span, context)).promptTokens;
  }

  @ResolveField(() => Float, { nullable: true })
  async cumulativeTokenCountCompletion(
    @Parent() span: Span,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return (await this.sums(span, context)).completionTokens;
  }

  @ResolveField(() => Int)
  async numChildSpans(
    @Parent() span: Span,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    const tree = await loaders.of(this.trees).load(span.context.traceId);
    return tree.numChildren(span.spanId);
  }

  @ResolveField(() => SpanConnection, {
    description: 'The spans below, level by level, by start inside a level.',
  })
  async descendants(
    @Parent() span: Span,
    @Args() args: DescendantsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Span>> {
    const maxDepth = args.maxDepth ?? 3;
    if (maxDepth < 0) {
      throw new DomainError('BAD_USER_INPUT', '`maxDepth` must be a non-negative integer');
    }
    const { traceId } = span.context;
    const tree = await loaders.of(this.trees).load(traceId);
    const below = tree.descendants(span.spanId, maxDepth);
    const list = {
      slice: async ({ offset, limit }: { offset: number; limit: number }) => {
        const keys = below.slice(offset, offset + limit).map((spanId) => ({ traceId, spanId }));
        const spans = await Promise.all(keys.map((key) => loaders.of(this.spans).load(key)));
        return spans.filter((found) => found !== null);
      },
      count: () => Promise.resolve(below.length),
    };
    return offsetConnection(args, list, (found) => found);
  }

  private async sums(span: Span, { loaders }: GraphqlContext): Promise<SubtreeSums> {
    const tree = await loaders.of(this.trees).load(span.context.traceId);
    return tree.subtree(span.spanId);
  }
}
