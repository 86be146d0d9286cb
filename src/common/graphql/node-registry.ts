import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../errors/errors.js';
import { parseKeyedGlobalId, requireRowId } from '../ids/global-id.js';
import type { GraphqlContext } from './context.js';

/** Loads the API type of one row; null when there is none. */
export type NodeLoader = (id: number, context: GraphqlContext) => Promise<object | null>;

/** The same for a type whose key is a text. */
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
   * @throws NotFoundError for an unknown type or row, or a text that is not a global id; DomainError
   * BAD_USER_INPUT when the key should be a row id and is not a number.
   */
  async load(globalId: string, context: GraphqlContext): Promise<object> {
    const { type, key } = parseKeyedGlobalId(globalId) ?? { type: '', key: '' };
    const loadKeyed = this.keyedLoaders.get(type);
    const load = this.loaders.get(type);
    const node = await (loadKeyed
      ? loadKeyed(key, context)
      : load?.(requireRowId(globalId, type), context));
    if (!node) throw new NotFoundError(`Unknown node: ${globalId}`);
    return { ...node, __typename: type };
  }
}
