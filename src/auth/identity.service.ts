import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeyAuthenticationService } from '../apikeys/api-key-authentication.service.js';
import {
  ANONYMOUS,
  type Authenticator,
  type CredentialHeaders,
  type Identity,
  type Role,
} from '../common/access/access.js';
import { ExpiredTokenError, UnauthenticatedError } from '../common/errors/errors.js';
import { currentRequest } from '../common/http/request-context.js';
import { sha256 } from '../common/security/sha256.js';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import type { UserRoleName } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AdminSecretUses } from './admin-secret-uses.js';
import { RateLimitsService } from './limits/rate-limits.service.js';
import { ACCESS_COOKIE, readCookie } from './session-cookies.js';
import { LoginSessionsService } from './sessions/login-sessions.service.js';

const BEARER = /^bearer +(\S+) *$/i;

/**
 * Says who sends a request, by what is in the database now: a changed role or an ended session
 * counts from the next request on, on every server. One query for each request.
 */
@Injectable()
export class IdentityService implements Authenticator {
  private readonly adminSecretHash: Buffer | null;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly users: UsersService,
    private readonly sessions: LoginSessionsService,
    private readonly keys: ApiKeyAuthenticationService,
    private readonly limits: RateLimitsService,
    private readonly adminSecretUses: AdminSecretUses,
  ) {
    const { adminSecret } = env.auth;
    this.adminSecretHash = adminSecret === undefined ? null : sha256(adminSecret);
  }

  /**
   * A header `Authorization`, whatever is in it, makes cookies count for nothing.
   * @throws UnauthenticatedError when there is no credential, or none that is good.
   * @throws TooManyRequestsError when the address has sent too many wrong ones.
   */
  async identify({ authorization, cookie }: CredentialHeaders): Promise<Identity> {
    if (!this.env.auth.isEnabled) return ANONYMOUS;
    const token =
      authorization === undefined
        ? readCookie(cookie, ACCESS_COOKIE)
        : BEARER.exec(authorization)?.[1];
    if (!token) throw new UnauthenticatedError('Invalid token');
    try {
      return await (authorization === undefined ? this.ofSession(token) : this.ofBearer(token));
    } catch (error) {
      // Neither what expired by itself is a guess, nor the cookie of a session that was ended.
      const isGuess = authorization !== undefined && !(error instanceof ExpiredTokenError);
      if (error instanceof UnauthenticatedError && isGuess) {
        await this.limits.consume('credential', currentRequest()?.address);
      }
      throw error;
    }
  }

  private async ofBearer(token: string): Promise<Identity> {
    if (this.adminSecretHash && timingSafeEqual(this.adminSecretHash, sha256(token))) {
      return this.ofAdminSecret();
    }
    return this.keys.isKey(token) ? this.ofKey(token) : this.ofSession(token);
  }

  private async ofSession(token: string): Promise<Identity> {
    const row = await this.sessions.verifyAccess(token);
    return {
      userId: row.userId,
      username: row.username,
      role: roleOf(row.role),
      isSystem: row.role === 'SYSTEM',
      credential: 'session',
      sessionId: row.sessionId,
      key: null,
      mustChangePassword: row.mustChangePassword,
    };
  }

  private async ofKey(token: string): Promise<Identity> {
    const { key, owner } = await this.keys.verify(token);
    return {
      userId: owner.id,
      username: owner.username,
      role: roleOf(owner.role),
      isSystem: owner.role === 'SYSTEM',
      credential: 'api-key',
      sessionId: null,
      key,
      mustChangePassword: false,
    };
  }

  private async ofAdminSecret(): Promise<Identity> {
    const { id, username } = await this.users.systemUser();
    const identity: Identity = {
      userId: id,
      username,
      role: 'ADMIN',
      isSystem: true,
      credential: 'admin-secret',
      sessionId: null,
      key: null,
      mustChangePassword: false,
    };
    await this.adminSecretUses.record(identity);
    return identity;
  }
}

/** A key of the system user reads and writes like a member's, and administers nothing. */
function roleOf(role: UserRoleName): Role {
  return role === 'SYSTEM' ? 'MEMBER' : role;
}
