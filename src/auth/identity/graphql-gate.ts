import type { NextFunction, Request, Response } from 'express';
import type { Authenticator, IdentifiedRequest } from '../../common/access/access.js';

const HINT =
  'GraphQL is served here: POST {"query": "…"} as application/json. The schema can be introspected.\n';

/**
 * Answers unidentified senders with 401 before the document is read, introspection included. A plain
 * GET tells a client whether its session is alive.
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
