import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { parseOrigin } from '../config/origins.js';
import type { Env } from '../config/env.js';
import { hasBearer } from './bearer.js';
import { OriginPolicy, type UntrustedSource } from './origin-policy.js';
import type { Refusals } from './refusals.js';

const HINT =
  "If this page may use the server, set SPANDREL_ROOT_URL to the server's public address, or add " +
  "the page's origin to SPANDREL_CSRF_TRUSTED_ORIGINS.";

const REFUSALS: Record<UntrustedSource, string> = {
  origin: `untrusted origin. ${HINT}`,
  referer: `untrusted referer. ${HINT}`,
  cross_site: `untrusted origin. ${HINT}`,
};

/** The only URL that changes something with GET. */
const SIGN_OUT = /^\/auth\/logout\/?$/i;

/** Its handler accepts only pages of this server, and no requests without an origin. */
const DECISION = /^\/oauth2\/authorize\/decision\/?$/i;

/**
 * Refuses requests that a page of another site makes in a user's name. Browsers let a page open a
 * WebSocket to any site, so opening one counts as writing.
 */
export function checkOrigin(
  env: Pick<Env, 'rootUrl' | 'http' | 'authorizationServer'>,
  refusals: Refusals,
): RequestHandler {
  const { allowedOrigins, csrfTrustedOrigins } = env.http;
  const isStrict = csrfTrustedOrigins.length > 0;
  const policy = new OriginPolicy({
    rootUrl: env.rootUrl,
    trusted: [...allowedOrigins, ...csrfTrustedOrigins],
    isStrict,
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    const { method, headers, path } = request;
    const isCheckedLater = env.authorizationServer.checksConsentOrigin && DECISION.test(path);
    if (isCheckedLater && !isStrict) return next();
    const untrusted = policy.judge({
      method: SIGN_OUT.test(path) || headers.upgrade !== undefined ? 'POST' : method,
      headers,
      hasBearer: hasBearer(request),
      ownOrigin: () => getOwnOrigin(request),
    });
    if (untrusted === null) return next();
    // Only the origin of the referer, because the rest of the URL may be confidential.
    const source = headers.origin ?? parseOrigin(headers.referer ?? '') ?? undefined;
    refusals.note(untrusted, { source, method, path });
    response.status(401).type('text/plain').send(REFUSALS[untrusted]);
  };
}

/** Returns the origin of the requested host, which only HTTP/1.0 requests lack. */
export function getOwnOrigin(request: Request): string | null {
  const host: string | undefined = request.host;
  return host === undefined ? null : parseOrigin(`${request.protocol}://${host}`);
}
