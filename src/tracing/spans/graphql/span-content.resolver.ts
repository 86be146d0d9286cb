import { Int, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { findAttribute } from '../../../spans/attributes.js';
import { getOwn, stringifyJson } from '../../../kernel/json/json.js';
import { hideVectors } from './hidden-vectors.js';
import { SpanEvent, SpanIOValue, TokenPromptDetails, toSpanEvent } from './span-content.type.js';
import { SpanKind, SpanStatusCode } from '../span.enum.js';
import { Span } from './span.type.js';
import { SpansLoaders } from './spans.loader.js';

/** The content of a span, read only on request, for all spans of a page at once. */
@Resolver(() => Span)
export class SpanContentResolver {
  constructor(private readonly spans: SpansLoaders) {}

  @ResolveField(() => String, {
    description: 'Nested JSON. A short text replaces each embedding vector.',
  })
  async attributes(
    { context }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<string> {
    return stringifyJson(hideVectors(await loaders.of(this.spans.attributes).load(context)));
  }

  @ResolveField(() => String, {
    nullable: true,
    description: 'The attribute `metadata` as JSON. Text that is not JSON is returned unchanged.',
  })
  async metadata(
    { context }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<string | null> {
    const metadata = getOwn(await loaders.of(this.spans.attributes).load(context), 'metadata');
    if (metadata === undefined || metadata === null) return null;
    return typeof metadata === 'string' ? metadata : stringifyJson(metadata);
  }

  @ResolveField(() => SpanIOValue, {
    nullable: true,
    description: 'The attribute `input.value`; null if the span has none.',
  })
  async input(
    span: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanIOValue | null> {
    // Only previews of LLM spans may come from messages.
    if (span.spanKind !== SpanKind.llm || !span.inputPreview) return span.inputPreview;
    const { hasInput } = await loaders.of(this.spans.ownValues).load(span.context);
    return hasInput ? span.inputPreview : null;
  }

  @ResolveField(() => SpanIOValue, {
    nullable: true,
    description: 'The attribute `output.value`; null if the span has none.',
  })
  async output(
    span: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanIOValue | null> {
    if (span.spanKind !== SpanKind.llm || !span.outputPreview) return span.outputPreview;
    const { hasOutput } = await loaders.of(this.spans.ownValues).load(span.context);
    return hasOutput ? span.outputPreview : null;
  }

  @ResolveField(() => [SpanEvent])
  async events(
    { context }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanEvent[]> {
    return (await loaders.of(this.spans.events).load(context)).map(toSpanEvent);
  }

  @ResolveField(() => TokenPromptDetails)
  tokenPromptDetails(
    { context }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<TokenPromptDetails> {
    return loaders.of(this.spans.promptDetails).load(context);
  }

  @ResolveField(() => Boolean, {
    description:
      'Whether the span only traces a function of the coding agent that sent it. It has neither a kind nor an input or output, and did not fail. Trees of spans can fold it.',
  })
  isInternal(
    { context, spanKind, statusCode, inputPreview, outputPreview }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): boolean | Promise<boolean> {
    // Only these can be, so other traces cost no query.
    const isSilent =
      spanKind === SpanKind.unknown &&
      statusCode !== SpanStatusCode.ERROR &&
      !inputPreview &&
      !outputPreview;
    return isSilent && loaders.of(this.spans.isInternal).load(context);
  }

  @ResolveField(() => Int, { description: 'Documents that a retriever or a reranker returned.' })
  numDocuments({ context }: Span, _args: unknown, { loaders }: GraphqlContext): Promise<number> {
    return loaders.of(this.spans.documentCount).load(context);
  }
}

/** The full input or output of a span. */
@Resolver(() => SpanIOValue)
export class SpanIOValueResolver {
  constructor(private readonly spans: SpansLoaders) {}

  @ResolveField(() => String, { description: 'The complete text.' })
  async value(
    { traceId, spanId, side }: SpanIOValue,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<string> {
    const nested = await loaders.of(this.spans.attributes).load({ traceId, spanId });
    const value = findAttribute(nested, `${side}.value`) ?? '';
    return typeof value === 'string' ? value : stringifyJson(value);
  }
}
