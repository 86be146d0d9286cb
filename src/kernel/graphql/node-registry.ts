import { Injectable } from '@nestjs/common';
import { Args, Context, ID, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../access/handler-access.js';
import { NotFoundError } from '../errors/errors.js';
import { parseKeyedGlobalId, requireRowId } from '../ids/global-id.js';
import type { GraphqlContext } from './context.js';
import { Node } from './node.type.js';

/** Loads the API type of a row; null if the row does not exist. */
export type NodeLoader = (id: number, context: GraphqlContext) => Promise<object | null>;

/** Like `NodeLoader`, for types whose key is a string. */
export type KeyedNodeLoader = (key: string, context: GraphqlContext) => Promise<object | null>;

/** The types that `node(id)` can return. Each feature registers its own. */
@Injectable()
export class NodeRegistry {
  private readonly loaders = new Map<string, NodeLoader>();
  private readonly keyedLoaders = new Map<string, KeyedNodeLoader>();

  register(typeName: string, load: NodeLoader): void {
    this.loaders.set(typeName, load);
  }

  registerKeyed(typeName: string, load: KeyedNodeLoader): void {
    this.keyedLoaders.set(typeName, load);
  }

  /**
   * @throws NotFoundError for an unknown type or row, or a text that is not a global ID;
   * DomainError BAD_USER_INPUT if the key should be a row ID and is not a number.
   */
  async load(globalId: string, context: GraphqlContext): Promise<object> {
    const { type, key } = parseKeyedGlobalId(globalId) ?? { type: '', key: '' };
    const loadKeyed = this.keyedLoaders.get(type);
    const load = this.loaders.get(type);
    const node = await (loadKeyed
      ? loadKeyed(key, context)
      : load?.(requireRowId(globalId, type), context));
    if (!node) throw new NotFoundError(`Node "${globalId}" not found.`);
    return { ...node, __typename: type };
  }
}

@Resolver()
export class NodeResolver {
  constructor(private readonly registry: NodeRegistry) {}

  @Query(() => Node, { description: 'Any object by its global ID.' })
  @Access('VIEWER')
  node(
    @Args('id', { type: () => ID }) id: string,
    @Context() context: GraphqlContext,
  ): Promise<object> {
    return this.registry.load(id, context);
  }
}
