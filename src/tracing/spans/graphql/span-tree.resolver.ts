import { Args, Context, Float, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DomainError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { Connection } from '../../../kernel/pagination/connection.js';
import { offsetConnection } from '../../../kernel/pagination/offset-page.js';
import { SpanStatusCode } from '../span.enum.js';
import type { SubtreeSums } from '../span-tree.js';
import { Span, SpanConnection } from './span.type.js';
import { DescendantsArgs } from './spans.args.js';
import { SpansLoaders } from './spans.loader.js';

/** The spans below a span in the tree of its trace. */
@Resolver(() => Span)
export class SpanTreeResolver {
  constructor(private readonly spans: SpansLoaders) {}

  @ResolveField(() => SpanStatusCode, {
    description: 'ERROR if the span or any span below it failed, otherwise OK.',
  })
  async propagatedStatusCode(
    span: Span,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<SpanStatusCode> {
    const { errors } = await this.sumSubtree(span, context);
    return errors > 0 ? SpanStatusCode.ERROR : SpanStatusCode.OK;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'Tokens of this span and the LLM spans below it.',
  })
  async cumulativeTokenCountTotal(
    span: Span,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<number> {
    const { promptTokens, completionTokens } = await this.sumSubtree(span, context);
    return promptTokens + completionTokens;
  }

  @ResolveField(() => Float, { nullable: true })
  async cumulativeTokenCountPrompt(
    span: Span,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<number> {
    return (await this.sumSubtree(span, context)).promptTokens;
  }

  @ResolveField(() => Float, { nullable: true })
  async cumulativeTokenCountCompletion(
    span: Span,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<number> {
    return (await this.sumSubtree(span, context)).completionTokens;
  }

  @ResolveField(() => Int)
  async numChildSpans(span: Span, _args: unknown, { loaders }: GraphqlContext): Promise<number> {
    const tree = await loaders.of(this.spans.tree).load(span.context.traceId);
    return tree.countChildren(span.spanId);
  }

  @ResolveField(() => SpanConnection, {
    description: 'The spans below it, level by level, with each level sorted by start.',
  })
  async descendants(
    @Parent() span: Span,
    @Args() args: DescendantsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<Span>> {
    const maxDepth = args.maxDepth ?? 3;
    if (maxDepth < 0) {
      throw new DomainError('BAD_USER_INPUT', '`maxDepth` must be a non-negative integer.');
    }
    const { traceId } = span.context;
    const tree = await loaders.of(this.spans.tree).load(traceId);
    const below = tree.listDescendants(span.spanId, maxDepth);
    const list = {
      slice: async ({ offset, limit }: { offset: number; limit: number }) => {
        const keys = below.slice(offset, offset + limit).map((spanId) => ({ traceId, spanId }));
        const spans = await Promise.all(keys.map((key) => loaders.of(this.spans.byKey).load(key)));
        return spans.filter((found) => found !== null);
      },
      count: () => Promise.resolve(below.length),
    };
    return offsetConnection(args, list, (found) => found);
  }

  @ResolveField(() => Span, {
    nullable: true,
    description: 'The span of `countedInSpanId`.',
  })
  async countedInSpan(
    { context, countedInSpanId }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    if (countedInSpanId === null) return null;
    const { traceId } = context;
    return loaders.of(this.spans.byKey).load({ traceId, spanId: countedInSpanId });
  }

  private async sumSubtree(span: Span, { loaders }: GraphqlContext): Promise<SubtreeSums> {
    const tree = await loaders.of(this.spans.tree).load(span.context.traceId);
    return tree.sumSubtree(span.spanId);
  }
}
