import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Span } from '../../../tracing/spans/graphql/span.type.js';
import { SpanExampleLoader } from './span-example.loader.js';
import { SpanExample } from './span-example.type.js';

/** What datasets add to a span. */
@Resolver(() => Span)
export class SpanExampleResolver {
  constructor(private readonly examples: SpanExampleLoader) {}

  @ResolveField(() => SpanExample, {
    nullable: true,
    description: 'The example that `addSpansToDataset` makes of it; absent when it is gone.',
  })
  asExampleRevision(
    @Parent() { context }: Span,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanExample | null> {
    return loaders.of(this.examples).load(context);
  }
}
