import type { NextFunction, Request, Response } from 'express';
import type { Authenticator, IdentifiedRequest } from '../common/access/access.js';

const HINT =
  'GraphQL is served here: POST {"query": "…"} as application/json. The schema can be introspected.\n';

/**
 * Nobody unknown gets as far as GraphQL, introspection included: the answer is 401 before the
 * document is read. A plain GET tells whether a session is alive.
 */
export function graphqlGate(authenticator: Authenticator) {
  return async (
    request: Request & IdentifiedRequest,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    request.identity ??= await authenticator.identify(request.headers);
    const isPlain = request.method === 'GET' && request.query['query'] === undefined;
    if (isPlain) response.type('text/plain').send(HINT);
    else next();
  };
}
