import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Span } from '../../../tracing/spans/graphql/span.type.js';
import { DatasetExamplesLoaders } from './dataset-examples.loader.js';

/** What spans know of the examples that were made from them. */
@Resolver(() => Span)
export class SpansInDatasetsResolver {
  constructor(private readonly examples: DatasetExamplesLoaders) {}

  @ResolveField(() => Boolean, { description: 'Whether a dataset holds an example made from it.' })
  containedInDataset(
    @Parent() { context }: Span,
    @Context() { loaders }: GraphqlContext,
  ): Promise<boolean> {
    return loaders.of(this.examples.areMadeFrom).load(context);
  }
}
