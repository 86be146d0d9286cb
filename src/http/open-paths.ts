import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { resourceOf } from '../kernel/http/resource.js';
import type { Env } from '../config/env.js';
import { getOwnOrigin } from './origin-check.js';

/** Applications in browsers, of any origin, ask for access here. None of these reads cookies. */
const OAUTH2_PATH = /^\/(\.well-known\/.*|oauth2\/(token|register|revoke)\/?)$/i;

const PREFLIGHT_SECONDS = 600;
const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';

/** The headers that applications in browsers may read, such as where to request access. */
const EXPOSED_HEADERS = 'WWW-Authenticate, Mcp-Session-Id, Mcp-Protocol-Version, Retry-After';

/**
 * Returns whether pages of any origin may call a path. Without authentication, none may, because everyone
 * who can send a request is an administrator.
 */
function isOpen({ path }: Request, { auth }: Pick<Env, 'auth'>): boolean {
  return auth.isEnabled && (OAUTH2_PATH.test(path) || resourceOf(path) === 'mcp');
}

/**
 * Lets pages of any origin call the paths for applications, but never with the cookies of a user.
 * @param restrict checks the origin of all other requests.
 */
export function openPaths(
  env: Pick<Env, 'auth' | 'rootUrl'>,
  restrict: RequestHandler[],
): RequestHandler[] {
  const rootOrigin = new URL(env.rootUrl).origin;
  const isOwn = (origin: string, request: Request): boolean =>
    origin === rootOrigin || origin === getOwnOrigin(request);
  const open = (request: Request, response: Response, next: NextFunction): void => {
    if (!isOpen(request, env)) return next();
    const { origin } = request.headers;
    if (origin === undefined || isOwn(origin, request)) return next();
    delete request.headers.cookie;
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    if (request.method !== 'OPTIONS') return next();
    const asked = request.headers['access-control-request-headers'];
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked);
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    response.setHeader('Vary', 'Access-Control-Request-Headers');
    response.status(200).type('text/plain').send('OK');
  };
  const others = restrict.map(
    (handler): RequestHandler =>
      (request, response, next) =>
        isOpen(request, env) ? next() : handler(request, response, next),
  );
  return [open, ...others];
}
