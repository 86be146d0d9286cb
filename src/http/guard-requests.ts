import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AuditService } from '../audit/audit.service.js';
import type { Env } from '../config/env.js';
import { accessLog } from './access-log.js';
import { allowOrigins } from './cross-origin.js';
import { checkHost } from './host-check.js';
import { boundRequests } from './limits.js';
import { checkOrigin } from './origin-check.js';
import { openPaths } from './open-paths.js';
import { type RecordRefusal, Refusals } from './refusals.js';
import { enterRequest } from './request-context.middleware.js';
import { docsPolicy, forbidStoring, securityHeaders } from './security-headers.js';

/** Responses under these paths contain data or credentials. */
const PRIVATE_PATHS = ['/v1', '/graphql', '/auth', '/oauth2', '/mcp', '/scim'];

/**
 * Runs before the body is read and the handler called. Assigns a request ID, sets the security
 * headers, and refuses requests with an untrusted host name or from an untrusted page.
 */
export function guardRequests(app: NestExpressApplication, env: Env): void {
  const refusals = new Refusals(auditForeigners(app.get(AuditService, { strict: false })));
  app.set('trust proxy', env.http.trustedProxies);
  app.use(enterRequest);
  if (env.logLevel === 'debug') app.use(accessLog());
  app.use(...securityHeaders(env));
  app.use(PRIVATE_PATHS, forbidStoring);
  app.use('/docs', docsPolicy);
  app.use(boundRequests(refusals));
  app.use(checkHost(env, refusals));
  const crossOrigin = allowOrigins(env);
  const checks = [checkOrigin(env, refusals)];
  app.use(...openPaths(env, crossOrigin ? [crossOrigin, ...checks] : checks));
}

/** Requests from untrusted places belong in the audit log; merely malformed ones do not. */
function auditForeigners(audit: AuditService): RecordRefusal {
  const logger = new Logger('http');
  const foreign = new Set(['host', 'origin', 'referer', 'cross_site']);
  return (reason, details) => {
    if (!foreign.has(reason)) return;
    audit
      .record({
        action: 'origin.refused',
        outcome: 'failure',
        actor: null,
        details: { reason, ...details },
      })
      .catch((err: unknown) =>
        logger.warn({ err }, 'could not record a refused request in the audit log'),
      );
  };
}
