import type { NextFunction, Request, Response } from 'express';
import type { Authenticator, IdentifiedRequest } from '../../common/access/access.js';

const HINT =
  'This is the GraphQL endpoint. Send {"query": "…"} as application/json with POST. You can introspect the schema.\n';

/**
 * Responds with 401 to unidentified senders before the document is read, including for
 * introspection. A plain GET tells a client whether its session is still active.
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
