import type { ServerResponse } from 'node:http';
import type { IdentifiedRequest } from '../access/access.js';
import { Loaders } from './loaders.js';
import { Work } from './work.js';

/** The context of an operation: the third argument of resolvers, or `@Context()`. */
export interface GraphqlContext {
  req: IdentifiedRequest;
  res: ServerResponse;
  loaders: Loaders;
  /** The work of the operation so far, which is limited. */
  work: Work;
}

export function graphqlContext({ req, res }: Pick<GraphqlContext, 'req' | 'res'>): GraphqlContext {
  const work = new Work().start();
  return { req, res, work, loaders: new Loaders(work) };
}
