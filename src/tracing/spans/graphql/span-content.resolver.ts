import { Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { getOwn, stringifyJson } from '../../../common/json/json.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { SpanCostSummary, unpriced } from '../../graphql/cost.type.js';
import { hideVectors } from '../hidden-vectors.js';
import { SpanAttributesLoader, SpanEventsLoader } from './span-content.loader.js';
import { SpanEvent, toSpanEvent } from './span-event.type.js';
import { DocumentCountLoader, PromptDetailsLoader } from './span-figures.loader.js';
import { Span } from './span.type.js';
import { TokenPromptDetails } from './token-prompt-details.type.js';

/** What a span holds: read only when it is asked for, for all spans of a page at once. */
@Resolver(() => Span)
export class SpanContentResolver {
  constructor(
    private readonly attributesLoader: SpanAttributesLoader,
    private readonly eventsLoader: SpanEventsLoader,
    private readonly promptDetails: PromptDetailsLoader,
    private readonly documentCounts: DocumentCountLoader,
  ) {}

  @ResolveField(() => String, {
    description: 'Nested JSON; embedding vectors are replaced by a short text.',
  })
  async attributes(
    @Parent() { context }: Span,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string> {
    return stringifyJson(hideVectors(await loaders.of(this.attributesLoader).load(context)));
  }

  @ResolveField(() => String, {
    nullable: true,
    description: 'The attribute `metadata` as JSON; a text that is none as it is.',
  })
  async metadata(
    @Parent() { context }: Span,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    const metadata = getOwn(await loaders.of(this.attributesLoader).load(context), 'metadata');
    if (metadata === undefined || metadata === null) return null;
    return typeof metadata === 'string' ? metadata : stringifyJson(metadata);
  }

  @ResolveField(() => [SpanEvent])
  async events(
    @Parent() { context }: Span,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanEvent[]> {
    return (await loaders.of(this.eventsLoader).load(context)).map(toSpanEvent);
  }

  @ResolveField(() => TokenPromptDetails)
  tokenPromptDetails(
    @Parent() { context }: Span,
    @Context() { loaders }: GraphqlContext,
  ): Promise<TokenPromptDetails> {
    return loaders.of(this.promptDetails).load(context);
  }

  @ResolveField(() => Int, { description: 'Documents retrieved or, by a reranker, put out.' })
  numDocuments(
    @Parent() { context }: Span,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.documentCounts).load(context);
  }

  @ResolveField(() => SpanCostSummary, {
    nullable: true,
    description: 'Null unless the kind is llm.',
  })
  costSummary(@Parent() span: Span): SpanCostSummary | null {
    if (span.tokenCountTotal === null) return null;
    return unpriced({
      prompt: span.tokenCountPrompt ?? 0,
      completion: span.tokenCountCompletion ?? 0,
    });
  }
}
