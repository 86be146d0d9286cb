import { Inject, Injectable } from '@nestjs/common';
import {
  ANONYMOUS,
  type Authenticator,
  type CredentialHeaders,
  type Identity,
} from '../../kernel/access/access.js';
import { ROLES } from '../../kernel/access/roles.js';
import { covers, type Resource } from '../../kernel/http/resource.js';
import { ExpiredTokenError, UnauthenticatedError } from '../../kernel/errors/errors.js';
import { currentRequest } from '../../kernel/http/request-context.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { authenticate } from '../passport/authenticate.js';
import { AdminSecretStrategy } from './admin-secret.strategy.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { readBasicPassword, readToken } from './credentials.js';
import { GrantStrategy } from './grant.strategy.js';
import { IdentityQueries } from './identity.queries.js';
import { SessionStrategy } from './session.strategy.js';

/**
 * Identifies the sender of a request, for REST, GraphQL and gRPC. It queries the database once per
 * request, so a changed role or an ended session takes effect with the next request on every
 * server.
 */
@Injectable()
export class IdentityService implements Authenticator {
  private readonly strategies;

  constructor(
    @Inject(ENV) private readonly env: Env,
    adminSecret: AdminSecretStrategy,
    apiKey: ApiKeyStrategy,
    grant: GrantStrategy,
    session: SessionStrategy,
    private readonly limits: RateLimitsService,
    private readonly queries: IdentityQueries,
  ) {
    const hasAdminSecret = env.auth.adminSecret !== undefined;
    this.strategies = [...(hasAdminSecret ? [adminSecret] : []), apiKey, grant, session];
  }

  /**
   * @throws UnauthenticatedError if there is no valid credential, or only for another part of the
   * server; TooManyRequestsError if the address has sent too many invalid ones.
   */
  async identify(
    { authorization, cookie }: CredentialHeaders,
    resource: Resource = 'server',
  ): Promise<Identity> {
    if (!this.env.auth.isEnabled) return ANONYMOUS;
    const identity = await this.authenticate({ authorization, cookie });
    if (!covers(identity.audience, resource)) {
      throw new UnauthenticatedError('Token is not valid for this resource');
    }
    return identity;
  }

  async hasAccess({ userId, role, sessionId, key, grantId }: Identity): Promise<boolean> {
    if (userId === null) return true;
    const roles = ['SYSTEM' as const, ...ROLES.slice(ROLES.indexOf(role))];
    return this.queries.hasAccess(userId, { sessionId, keyId: key?.id ?? null, grantId, roles });
  }

  private async authenticate(headers: CredentialHeaders): Promise<Identity> {
    if ((readToken(headers) ?? readBasicPassword(headers)) === null) {
      throw new UnauthenticatedError('Invalid token');
    }
    try {
      const identity = await authenticate<Identity>(this.strategies, { headers });
      if (identity) return identity;
      throw new UnauthenticatedError('Invalid token');
    } catch (error) {
      // An expired credential is not a guess, and neither is the cookie of a session that has
      // ended.
      const isGuess = headers.authorization !== undefined && !(error instanceof ExpiredTokenError);
      if (error instanceof UnauthenticatedError && isGuess) {
        await this.limits.consume('credential', currentRequest()?.address);
      }
      throw error;
    }
  }
}
