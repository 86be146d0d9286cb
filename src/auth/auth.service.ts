import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import type { CredentialHeaders, Identity } from '../common/access/access.js';
import { DomainError, ExpiredTokenError, UnauthenticatedError } from '../common/errors/errors.js';
import { currentRequest } from '../common/http/request-context.js';
import { typedEmail } from '../common/text/typed-email.js';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { PasswordsService } from '../users/passwords.service.js';
import { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { assertAuthenticationOn, assertPasswordsAccepted } from './authentication-on.js';
import { IdentityService } from './identity.service.js';
import { RateLimitsService } from './limits/rate-limits.service.js';
import { LoginLockService } from './lock/login-lock.service.js';
import { readCookie, REFRESH_COOKIE } from './session-cookies.js';
import type { LoginSessionEntity } from './sessions/login-session.entity.js';
import {
  type IssuedTokens,
  type LiveSession,
  LoginSessionsService,
  ReusedTokenError,
} from './sessions/login-sessions.service.js';
import { SignInsService } from './sign-ins/sign-ins.service.js';

/** The session that a caller had; null when there was none. */
export type EndedSession = LoginSessionEntity | null;

/** Signing in by a password that is kept here, keeping the session alive, and ending it. */
@Injectable()
export class AuthService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly passwords: PasswordsService,
    private readonly identities: IdentityService,
    private readonly sessions: LoginSessionsService,
    private readonly signIns: SignInsService,
    private readonly lock: LoginLockService,
    private readonly limits: RateLimitsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Signs somebody in. Unknown addresses, people who sign in elsewhere and wrong passwords get the
   * same answer after the same time.
   * @throws UnauthenticatedError, TooManyRequestsError while the account or the address is locked,
   * ForbiddenError when passwords are not accepted here, NotFoundError without authentication.
   */
  async login(email: string | undefined, password: string | undefined): Promise<IssuedTokens> {
    assertPasswordsAccepted(this.env.auth);
    if (!email?.trim() || !password) {
      throw new UnauthenticatedError('Email and password required');
    }
    await this.signIns.begin();
    const user = await this.lock.attempt('LOCAL', email, () => this.prove(email, password));
    if (!user) {
      await this.signIns.countFailure();
      await this.signIns.recordFailure(typedEmail(email), { method: 'LOCAL' });
      throw new UnauthenticatedError('Invalid email and/or password');
    }
    return this.openFor(user);
  }

  /**
   * Spends the refresh token of the cookie; `Authorization` counts for nothing here.
   * @throws UnauthenticatedError when there is none, or it is not good, or was spent before: then
   * its session has ended.
   */
  async refresh(cookie: string | undefined): Promise<IssuedTokens> {
    assertAuthenticationOn(this.env.auth);
    const token = readCookie(cookie, REFRESH_COOKIE);
    if (!token) throw new UnauthenticatedError('Missing refresh token');
    await this.limits.consume('refresh', currentRequest()?.address);
    try {
      return await this.sessions.rotate(token);
    } catch (error) {
      if (error instanceof ReusedTokenError) await this.recordReuse(error.session);
      if (!(error instanceof UnauthenticatedError)) throw error;
      const isExpired = error instanceof ExpiredTokenError;
      throw new UnauthenticatedError(`${isExpired ? 'Expired' : 'Invalid'} refresh token`);
    }
  }

  /**
   * Ends the session of the caller, or all of that user's; nothing when there is none. An API key
   * never ends the sessions of its owner.
   * @returns the session that the caller had.
   */
  async logout(headers: CredentialHeaders, everywhere: boolean): Promise<EndedSession> {
    assertAuthenticationOn(this.env.auth);
    await this.limits.consume('logout', currentRequest()?.address);
    const session = await this.sessionOf(headers);
    if (!session) return null;
    const ended = await this.sessions.findById(session.sessionId);
    if (everywhere) await this.sessions.endAllOf(session.userId);
    else await this.sessions.end(session.sessionId);
    const user = await this.users.findById(session.userId);
    await this.audit.record({
      action: 'logout',
      actor: null,
      actorName: user?.username ?? null,
      subject: { type: 'User', id: session.userId, name: user?.username ?? null },
      details: { everywhere },
    });
    return ended;
  }

  private async prove(email: string, password: string): Promise<UserEntity | null> {
    const user = await this.users.findByEmail(email);
    const stored = user?.authMethod === 'LOCAL' ? user.passwordHash : null;
    const { matches, isOutdated } = await this.passwords.verify(stored, password);
    if (!user || !matches) return null;
    if (isOutdated) await this.users.rehash(user, await this.passwords.hash(password));
    return user;
  }

  /**
   * Opens the session unless the password was changed, or the account deleted, since it was proved:
   * all sessions have ended then, and none with the old password may begin.
   */
  private openFor(user: UserEntity): Promise<IssuedTokens> {
    const { id, passwordHash } = user;
    return this.dataSource.transaction(async (tx) => {
      const where = { id, passwordHash: passwordHash ?? undefined };
      const same = await tx.findOne(UserEntity, { where, lock: { mode: 'pessimistic_read' } });
      if (!same) throw new UnauthenticatedError('Invalid email and/or password');
      return this.signIns.succeed(user, { authMethod: 'LOCAL' }, tx);
    });
  }

  private async sessionOf(headers: CredentialHeaders): Promise<LiveSession | null> {
    const caller = await this.identities.identify(headers).catch(unlessRefused);
    if (caller?.key || caller?.credential === 'admin-secret') return null;
    if (caller?.userId && caller.sessionId) {
      return { sessionId: caller.sessionId, userId: caller.userId };
    }
    const refreshToken = readCookie(headers.cookie, REFRESH_COOKIE);
    return refreshToken ? this.sessions.findByRefreshToken(refreshToken) : null;
  }

  private async recordReuse({ sessionId, userId }: LiveSession): Promise<void> {
    const user = await this.users.findById(userId);
    await this.audit.record({
      action: 'token.reused',
      outcome: 'failure',
      actor: null,
      actorName: user?.username ?? null,
      subject: { type: 'LoginSession', id: sessionId, name: user?.username ?? null },
      details: { ended: 'the session' },
    });
  }
}

/** Nobody, when the credential was refused; other errors stay errors. */
function unlessRefused(error: unknown): Identity | null {
  if (error instanceof DomainError && error.code !== 'UNAVAILABLE') return null;
  throw error;
}
