import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Env } from '../config/env.js';
import { hasBearer } from './bearer.js';
import { HostPolicy } from './host-policy.js';
import type { Refusals } from './refusals.js';

/** Probes ask by whatever name their platform has for this server. */
const EXEMPT = /^\/(healthz|readyz)\/?$/i;

const REFUSAL =
  'This server does not answer to that host name. Set SPANDREL_ROOT_URL to its public address, ' +
  'or add the name to SPANDREL_ALLOWED_HOSTS.';

type HostEnv = Pick<Env, 'rootUrl' | 'auth' | 'http'>;

/**
 * Refuses requests that name a foreign host, so that no page of another site can read this server
 * under a name of its own. A bearer token is proof enough where it is checked.
 */
export function checkHost(env: HostEnv, refusals: Refusals): RequestHandler {
  const policy = new HostPolicy(env.rootUrl, env.http.allowedHosts);
  return (request: Request, response: Response, next: NextFunction): void => {
    const foreign = hostsOf(request).find((host) => !policy.admits(host));
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
 * The name the client used, and the one a trusted proxy was asked by. Both have to be right: a page
 * can send the second as it likes. HTTP/1.0 has none, and no browser speaks it.
 */
function hostsOf(request: Request): string[] {
  const { host } = request.headers;
  // Express takes X-Forwarded-Host into account from trusted proxies only.
  const asked: string | undefined = request.host;
  return [host, asked].filter((name) => name !== undefined);
}
