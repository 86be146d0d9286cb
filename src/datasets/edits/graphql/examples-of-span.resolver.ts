import { Field, ObjectType, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { Span, type SpanContext } from '../../../tracing/spans/graphql/span.type.js';
import { SpansService } from '../../../tracing/spans/spans.service.js';
import { DatasetExamplesService } from '../../examples/dataset-examples.service.js';
import { createExampleFromSpan } from '../example-of-span.js';

@ObjectType({ description: 'The content of an example created from a span.' })
export class SpanExample {
  @Field(() => JsonScalar, { description: 'A JSON object.' })
  input: object;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  output: object;

  @Field(() => JsonScalar, { description: 'A JSON object.' })
  metadata: object;
}

@Resolver(() => Span)
export class ExamplesOfSpanResolver {
  private readonly hasExample: BatchLoader<SpanContext, boolean> = {
    cacheKey: toText,
    batch: (keys) => this.examples.haveExamples(keys),
  };
  private readonly drafts: BatchLoader<SpanContext, SpanExample | null> = {
    isLarge: true,
    cacheKey: toText,
    batch: async (keys) => {
      const spans = await this.spans.readContent(await this.spans.findByKeys(keys));
      const drafts = new Map(spans.map((span) => [toText(span.row), createExampleFromSpan(span)]));
      return keys.map((key) => drafts.get(toText(key)) ?? null);
    },
  };

  constructor(
    private readonly examples: DatasetExamplesService,
    private readonly spans: SpansService,
  ) {}

  @ResolveField(() => Boolean, {
    description: 'Whether a dataset contains an example created from this span.',
  })
  containedInDataset(
    { context }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<boolean> {
    return loaders.of(this.hasExample).load(context);
  }

  @ResolveField(() => SpanExample, {
    nullable: true,
    description:
      'The example that `addSpansToDataset` would create from this span; null if the span no longer exists.',
  })
  asExampleRevision(
    { context }: Span,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanExample | null> {
    return loaders.of(this.drafts).load(context);
  }
}

function toText({ traceId, spanId }: SpanContext): string {
  return JSON.stringify([traceId, spanId]);
}
