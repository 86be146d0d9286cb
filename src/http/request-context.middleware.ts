import type { NextFunction, Request, Response } from 'express';
import { inRequest, requestIdOf } from '../common/http/request-context.js';
import { clientAddress } from './client-address.js';

/** Longer names of programs are cut: they are kept with sessions and in the audit log. */
const MAX_USER_AGENT_CHARACTERS = 512;

/** Gives a request its id, tells it to the sender, and makes it known to all that is done for it. */
export function enterRequest(request: Request, response: Response, next: NextFunction): void {
  const requestId = requestIdOf(request.headers['x-request-id']);
  response.setHeader('X-Request-Id', requestId);
  const context = {
    requestId,
    address: clientAddress(request),
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
  };
  inRequest(context, () => next());
}
