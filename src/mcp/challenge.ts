import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { getPublicOrigin } from '../common/http/public-origin.js';
import type { Env } from '../config/env.js';

/**
 * Makes refusals of unidentified senders name the document in which clients find out how to sign in
 * (RFC 9728).
 */
export function nameMetadata(env: Pick<Env, 'publicUrl' | 'rootUrl' | 'rootPath'>): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const url = `${getPublicOrigin(env, request)}/.well-known/oauth-protected-resource/mcp`;
    response.locals['challenge'] = `Bearer realm="Spandrel", resource_metadata="${url}"`;
    next();
  };
}
