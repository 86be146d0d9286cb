import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Env } from '../config/env.js';
import { accessLog } from './access-log.js';
import { allowOrigins } from './cross-origin.js';
import { checkHost } from './host-check.js';
import { boundRequests } from './limits.js';
import { checkOrigin } from './origin-check.js';
import { Refusals } from './refusals.js';
import { enterRequest } from './request-context.middleware.js';
import { docsPolicy, forbidStoring, securityHeaders } from './security-headers.js';

/** Answers below these paths hold data or credentials. */
const PRIVATE_PATHS = ['/v1', '/graphql', '/auth', '/oauth2'];

/**
 * What every request passes before a body is read or a handler asked: it is named, its answer gets
 * the headers that browsers heed, and it is turned away when it comes under a foreign name or from
 * a foreign page.
 */
export function guardRequests(app: NestExpressApplication, env: Env): void {
  const refusals = new Refusals();
  app.set('trust proxy', env.http.trustedProxies);
  app.use(enterRequest);
  if (env.logLevel === 'debug') app.use(accessLog());
  app.use(...securityHeaders(env));
  app.use(PRIVATE_PATHS, forbidStoring);
  app.use('/docs', docsPolicy);
  app.use(boundRequests(refusals));
  app.use(checkHost(env, refusals));
  const crossOrigin = allowOrigins(env);
  if (crossOrigin) app.use(crossOrigin);
  app.use(checkOrigin(env, refusals));
}
