import type { NextFunction, Request, Response } from 'express';
import type { IdentifiedRequest } from '../../kernel/access/access.js';
import { type Identification, identifyRequest } from '../../kernel/access/identify-request.js';

const HINT =
  'This is the GraphQL endpoint. Send {"query": "…"} as application/json with POST, or a query that ' +
  'only reads with GET /graphql?query=…. You can introspect the schema.\n';

/**
 * Responds with 401 to unidentified senders before the document is read, including for
 * introspection. A plain GET tells a client whether its session is still active.
 */
export function graphqlGate(identification: Identification) {
  return async (
    request: Request & IdentifiedRequest,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    await identifyRequest(request, identification);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (request.method === 'POST') return next();
    if (!isRead) return refuseMethod(response);
    if (request.query['query'] === undefined) return sendHint(response);
    // Apollo accepts GET only with this header, which no page can send to another site unasked.
    if (!isFromOtherSite(request)) request.headers['apollo-require-preflight'] ??= 'not needed';
    next();
  };
}

function refuseMethod(response: Response): void {
  response.setHeader('Allow', 'GET, POST');
  response.status(405).type('text/plain').send('Method Not Allowed');
}

function sendHint(response: Response): void {
  response.type('text/plain').send(HINT);
}

/** Returns whether a browser says that a page of another site caused the request. */
function isFromOtherSite({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site' || headers.origin !== undefined;
}
