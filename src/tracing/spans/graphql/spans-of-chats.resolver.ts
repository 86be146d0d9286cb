import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import {
  ChatCompletionSubscriptionError,
  ChatCompletionSubscriptionResult,
} from '../../../playground/graphql/chat-completion.type.js';
import { Span } from './span.type.js';
import { SpansLoaders } from './spans.loader.js';

const DESCRIPTION = 'The span of the chat. Its cost follows a moment later.';

/** The span of a chat that succeeded. */
@Resolver(() => ChatCompletionSubscriptionResult)
export class SpanOfChatResolver {
  constructor(private readonly spans: SpansLoaders) {}

  @ResolveField(() => Span, { nullable: true, description: DESCRIPTION })
  async span(
    @Parent() { spanKey }: ChatCompletionSubscriptionResult,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    return spanKey && loaders.of(this.spans.byKey).load(spanKey);
  }
}

/** The span of a chat that failed. */
@Resolver(() => ChatCompletionSubscriptionError)
export class SpanOfFailedChatResolver {
  constructor(private readonly spans: SpansLoaders) {}

  @ResolveField(() => Span, { nullable: true, description: DESCRIPTION })
  async span(
    @Parent() { spanKey }: ChatCompletionSubscriptionError,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    return spanKey && loaders.of(this.spans.byKey).load(spanKey);
  }
}
