import type { IdentifiedRequest } from '../access.js';
import { Loaders } from '../loaders.js';

/** What every resolver can reach through `@Context()`. */
export interface GraphqlContext {
  req: IdentifiedRequest;
  loaders: Loaders;
}

export function graphqlContext({ req }: { req: IdentifiedRequest }): GraphqlContext {
  return { req, loaders: new Loaders() };
}
