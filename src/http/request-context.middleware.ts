import type { NextFunction, Request, Response } from 'express';
import { readAddress } from '../kernel/http/address.js';
import { inRequest, chooseRequestId } from '../kernel/http/request-context.js';

/** Longer user agents are truncated, because they are stored with sessions and in the audit log. */
const MAX_USER_AGENT_CHARACTERS = 512;

/**
 * Assigns an ID to the request, returns it to the client, and makes it available while the request
 * is handled.
 */
export function enterRequest(request: Request, response: Response, next: NextFunction): void {
  const requestId = chooseRequestId(request.headers['x-request-id']);
  response.setHeader('X-Request-Id', requestId);
  const context = {
    requestId,
    address: clientAddress(request),
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
  };
  inRequest(context, () => next());
}

/**
 * Returns the client's address according to trusted proxies, or else the peer's. Headers without an
 * address are ignored.
 */
export function clientAddress(request: Pick<Request, 'ip' | 'socket'>): string | null {
  return readAddress(request.ip) ?? readAddress(request.socket.remoteAddress);
}
