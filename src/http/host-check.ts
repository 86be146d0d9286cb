import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Env } from '../config/env.js';
import { hasBearer } from './bearer.js';
import { HostPolicy } from './host-policy.js';
import type { Refusals } from './refusals.js';

/** Probes use the platform's name for this server. */
const EXEMPT = /^\/(healthz|readyz)\/?$/i;

const REFUSAL =
  'This server does not respond to that host name. Set SPANDREL_ROOT_URL to its public address, ' +
  'or add the name to SPANDREL_ALLOWED_HOSTS.';

type HostEnv = Pick<Env, 'rootUrl' | 'auth' | 'http'>;

/**
 * Refuses requests with an untrusted host name, so that no other site can read from this server
 * under its own name (DNS rebinding). If authentication is on, accepts any host name with a bearer
 * token.
 */
export function checkHost(env: HostEnv, refusals: Refusals): RequestHandler {
  const policy = new HostPolicy(env.rootUrl, env.http.allowedHosts);
  return (request: Request, response: Response, next: NextFunction): void => {
    const foreign = listHosts(request).find((host) => !policy.admits(host));
    const isExempt =
      foreign === undefined ||
      EXEMPT.test(request.path) ||
      (env.auth.isEnabled && hasBearer(request));
    if (isExempt) return next();
    refusals.note('host', { host: foreign, method: request.method, path: request.path });
    response.status(403).type('text/plain').send(REFUSAL);
  };
}

/**
 * Returns the name that the client used and the one that a trusted proxy forwarded. Both must be
 * allowed, because a page can send any value as the second. HTTP/1.0, which browsers no longer use,
 * sends no host name.
 */
function listHosts(request: Request): string[] {
  const { host } = request.headers;
  // Express reads X-Forwarded-Host only from trusted proxies.
  const asked: string | undefined = request.host;
  return [host, asked].filter((name) => name !== undefined);
}
