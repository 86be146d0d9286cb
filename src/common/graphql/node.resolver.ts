import { Args, Context, ID, Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../access/access.js';
import type { GraphqlContext } from './context.js';
import { Node } from './node.type.js';
import { NodeRegistry } from './node-registry.js';

@Resolver()
export class NodeResolver {
  constructor(private readonly registry: NodeRegistry) {}

  @Query(() => Node, { description: 'Any thing by its global id.' })
  @RequiredRole('VIEWER')
  node(
    @Args('id', { type: () => ID }) id: string,
    @Context() context: GraphqlContext,
  ): Promise<object> {
    return this.registry.load(id, context);
  }
}
