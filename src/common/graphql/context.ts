import type { ServerResponse } from 'node:http';
import type { IdentifiedRequest } from '../access/access.js';
import { Loaders } from './loaders.js';

/** The context that resolvers get from `@Context()`. */
export interface GraphqlContext {
  req: IdentifiedRequest;
  res: ServerResponse;
  loaders: Loaders;
}

export function graphqlContext({ req, res }: Pick<GraphqlContext, 'req' | 'res'>): GraphqlContext {
  return { req, res, loaders: new Loaders() };
}
