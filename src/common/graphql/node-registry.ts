import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../errors.js';
import { parseGlobalId } from '../global-id.js';
import type { GraphqlContext } from './context.js';

/** Loads the API model of one row, or null when there is none. */
export type NodeLoader = (id: number, context: GraphqlContext) => Promise<object | null>;

/** The types that `node(id)` can answer with. A feature registers its own in `onModuleInit`. */
@Injectable()
export class NodeRegistry {
  private readonly loaders = new Map<string, NodeLoader>();

  register(typeName: string, load: NodeLoader): void {
    this.loaders.set(typeName, load);
  }

  /** @throws NotFoundError for an unknown type or row, and for a text that is no global id. */
  async load(globalId: string, context: GraphqlContext): Promise<object> {
    const parsed = parseGlobalId(globalId);
    const load = parsed && this.loaders.get(parsed.type);
    const node = load && (await load(parsed.id, context));
    if (!node) throw new NotFoundError(`Unknown node: ${globalId}`);
    return { ...node, __typename: parsed.type };
  }
}
