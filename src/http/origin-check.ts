import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { originOf } from '../config/origins.js';
import type { Env } from '../config/env.js';
import { hasBearer } from './bearer.js';
import { OriginPolicy, type UntrustedSource } from './origin-policy.js';
import type { Refusals } from './refusals.js';

const HINT =
  'If this page may use the server, set SPANDREL_ROOT_URL to the public address of the server, or ' +
  'add the origin of the page to SPANDREL_CSRF_TRUSTED_ORIGINS.';

const REFUSALS: Record<UntrustedSource, string> = {
  origin: `untrusted origin. ${HINT}`,
  referer: `untrusted referer. ${HINT}`,
  cross_site: `untrusted origin. ${HINT}`,
};

/** The one address that changes something when it is merely opened. */
const SIGN_OUT = /^\/auth\/logout\/?$/i;

/** Refuses requests that a page of another site makes in a person's name. */
export function checkOrigin(
  env: Pick<Env, 'rootUrl' | 'http'>,
  refusals: Refusals,
): RequestHandler {
  const { allowedOrigins, csrfTrustedOrigins } = env.http;
  const policy = new OriginPolicy({
    rootUrl: env.rootUrl,
    trusted: [...allowedOrigins, ...csrfTrustedOrigins],
    isStrict: csrfTrustedOrigins.length > 0,
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    const { method, headers, path } = request;
    const untrusted = policy.judge({
      method: SIGN_OUT.test(path) ? 'POST' : method,
      headers,
      hasBearer: hasBearer(request),
      ownOrigin: () => ownOriginOf(request),
    });
    if (untrusted === null) return next();
    // Of a referer only the origin: the rest of an address may hold what is nobody's business.
    const source = headers.origin ?? originOf(headers.referer ?? '') ?? undefined;
    refusals.note(untrusted, { source, method, path });
    response.status(401).type('text/plain').send(REFUSALS[untrusted]);
  };
}

/** Of the host that was asked for, which only HTTP/1.0 does not name. */
function ownOriginOf(request: Request): string | null {
  const host: string | undefined = request.host;
  return host === undefined ? null : originOf(`${request.protocol}://${host}`);
}
