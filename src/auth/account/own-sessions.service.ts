import { Inject, Injectable } from '@nestjs/common';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import {
  Authenticator,
  type CredentialHeaders,
  type Identity,
} from '../../kernel/access/access.js';
import {
  DomainError,
  ExpiredTokenError,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
} from '../../kernel/errors/errors.js';
import { currentRequest } from '../../kernel/http/request-context.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import type { UserEntity } from '../../users/user.entity.js';
import { UsersService } from '../../users/users.service.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import {
  type IssuedTokens,
  type LiveSession,
  LoginSessionsService,
  ReusedTokenError,
} from '../sessions/login-sessions.service.js';
import { readCookie, REFRESH_COOKIE } from '../sessions/session-cookies.js';
import { SignInMethodsService } from '../sign-in-methods/sign-in-methods.service.js';
import { assertAuthenticationOn } from '../sign-ins/authentication-on.js';

/** Refreshes and ends the sessions of the caller. */
@Injectable()
export class OwnSessionsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly authenticator: Authenticator,
    private readonly sessions: LoginSessionsService,
    private readonly signInMethods: SignInMethodsService,
    private readonly users: UsersService,
    private readonly limits: RateLimitsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Exchanges the refresh token in the cookie for new tokens. Ignores `Authorization`.
   * @throws UnauthenticatedError if the token is missing or invalid, or if it was used before,
   * which ends its session.
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
   * Ends the session of the caller, or all sessions of that user. Does nothing without a session:
   * an API key never ends the sessions of its owner.
   * @param returnTo URL of this server to return to from the provider.
   * @returns the URL that ends the session at its provider as well, if there is one.
   */
  async logout(
    headers: CredentialHeaders,
    { everywhere, returnTo }: { everywhere: boolean; returnTo: string },
  ): Promise<string | null> {
    assertAuthenticationOn(this.env.auth);
    await this.limits.consume('logout', currentRequest()?.address);
    const session = await this.findSession(headers);
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
    return ended && this.signInMethods.findLogoutUrl(ended, returnTo);
  }

  /** The page after signing out. `/login` may sign in again automatically; `/logout` never does. */
  get signedOutPage(): 'login' | 'logout' {
    const isAutomatic = this.signInMethods.listOffers().some((offer) => offer.isAutomatic);
    return this.env.auth.isPasswordLoginEnabled && !isAutomatic ? 'login' : 'logout';
  }

  /**
   * Ends one session of the caller. Administrators can end any session.
   * @returns the user whose session it was.
   * @throws NotFoundError if the session does not exist or belongs to another user.
   */
  async end(id: number, caller: Identity): Promise<UserEntity> {
    const session = await this.sessions.findById(id);
    const isVisible = session && (caller.role === 'ADMIN' || session.userId === caller.userId);
    const user = isVisible ? await this.users.findById(session.userId) : null;
    if (!user || !(await this.sessions.end(id))) throw new NotFoundError('Session not found.');
    await this.recordEnd(user, caller, { sessions: 1 });
    return user;
  }

  /**
   * Ends all sessions of the caller except the current one.
   * @throws ForbiddenError for callers who did not sign in.
   */
  async endOthers(caller: Identity): Promise<UserEntity> {
    const user = caller.sessionId === null ? null : await this.users.findCaller(caller);
    if (!user) throw new ForbiddenError('Sign in to end your other sessions.');
    const count = await this.sessions.endAllOf(user.id, { except: caller.sessionId });
    if (count > 0) await this.recordEnd(user, caller, { sessions: count });
    return user;
  }

  private async findSession(headers: CredentialHeaders): Promise<LiveSession | null> {
    const caller = await this.authenticator.identify(headers).catch(ignoreRefusal);
    if (caller?.key || caller?.credential === 'admin-secret') return null;
    if (caller?.userId && caller.sessionId) {
      return { sessionId: caller.sessionId, userId: caller.userId };
    }
    const refreshToken = readCookie(headers.cookie, REFRESH_COOKIE);
    return refreshToken ? this.sessions.findByRefreshToken(refreshToken) : null;
  }

  private recordEnd(
    user: UserEntity,
    actor: Identity,
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record({
      action: 'session.ended',
      actor,
      subject: toUserSubject(user),
      details,
    });
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

/** Turns refused credentials into null. Other errors remain errors. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof DomainError && error.code !== 'UNAVAILABLE') return null;
  throw error;
}
