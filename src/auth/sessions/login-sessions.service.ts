import { Inject, Injectable } from '@nestjs/common';
import { DataSource, EntityManager } from 'typeorm';
import { ExpiredTokenError, UnauthenticatedError } from '../../common/errors/errors.js';
import { toGlobalId } from '../../common/ids/global-id.js';
import { currentRequest } from '../../common/http/request-context.js';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { SealingService } from '../../sealing/sealing.service.js';
import type { AuthMethodName } from '../../users/user.entity.js';
import { LoginSessionEntity } from './login-session.entity.js';
import { type PairRow, SessionQueries } from './sessions.queries.js';
import { SessionTokensService } from './session-tokens.service.js';

/** The two tokens of a session, for its cookies. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  accessExpiresInSeconds: number;
  refreshExpiresInSeconds: number;
}

/** Who signs in, and how. */
export interface NewSession {
  userId: number;
  authMethod: AuthMethodName;
  /** Name of the OIDC provider, with the ID token that ending the session there asks for. */
  provider?: { name: string; idToken: string };
}

/** A session whose access token is good. */
export interface LiveSession {
  sessionId: number;
  userId: number;
}

const MINUTE_MS = 60_000;

/**
 * Sessions of people who signed in. Each is a family of token pairs: refreshing spends one pair and
 * issues the next, and a refresh token that comes a second time ends the whole session, since one
 * of the two senders has stolen it (RFC 9700, 4.14.2).
 */
@Injectable()
export class LoginSessionsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly dataSource: DataSource,
    private readonly queries: SessionQueries,
    private readonly tokens: SessionTokensService,
    private readonly sealing: SealingService,
  ) {}

  /** Opens a session for somebody who has proved who they are. */
  open(session: NewSession, tx?: EntityManager): Promise<IssuedTokens> {
    const work = async (manager: EntityManager): Promise<IssuedTokens> => {
      const request = currentRequest();
      const expiresAt = new Date(Date.now() + this.env.auth.sessionMinutes * MINUTE_MS);
      const sealed = session.provider && this.sealing.seal(session.provider.idToken, ID_TOKEN);
      const { identifiers } = await manager.insert(LoginSessionEntity, {
        userId: session.userId,
        authMethod: session.authMethod,
        provider: session.provider?.name ?? null,
        idTokenSealed: sealed?.sealed ?? null,
        idTokenKeyId: sealed?.keyId ?? null,
        address: request?.address ?? null,
        userAgent: request?.userAgent?.slice(0, 512) ?? null,
        expiresAt,
      });
      const id = (identifiers[0] as { id: number }).id;
      return this.issue({ id, userId: session.userId, expiresAt }, manager);
    };
    return tx ? work(tx) : this.dataSource.transaction(work);
  }

  /**
   * Spends a refresh token for the next pair.
   * @throws UnauthenticatedError when it is not good; the session is ended when it was spent before.
   */
  async rotate(refreshToken: string): Promise<IssuedTokens> {
    const claims = await this.tokens.verify('RefreshToken', refreshToken);
    const { issued, reused } = await this.dataSource.transaction(async (tx) => {
      const spent = await this.queries.consume(claims, tx);
      if (spent) return { issued: await this.issue(spent, tx), reused: null };
      const family = await this.queries.sessionOfSpent(claims, tx);
      if (family) await this.queries.deleteOne(family.sessionId, tx);
      return { issued: null, reused: family };
    });
    if (issued) return issued;
    if (reused) throw new ReusedTokenError(reused);
    throw new UnauthenticatedError('Invalid refresh token');
  }

  /** @throws UnauthenticatedError unless the access token belongs to a session that is alive. */
  async verifyAccess(accessToken: string): Promise<PairRow> {
    const row = await this.queries.findLive(await this.tokens.verify('AccessToken', accessToken));
    if (!row) throw new UnauthenticatedError('Invalid token');
    if (row.isExpired) throw new ExpiredTokenError();
    return row;
  }

  /** The session of a refresh token that could still be spent, or null. */
  async findByRefreshToken(refreshToken: string): Promise<LiveSession | null> {
    const claims = await this.tokens.verify('RefreshToken', refreshToken).catch(() => null);
    return claims && this.queries.findByRefresh(claims);
  }

  /** The sessions of some users that are alive, newest first. */
  listOf(userIds: readonly number[]): Promise<LoginSessionEntity[]> {
    return this.queries.listOf(userIds);
  }

  findById(id: number): Promise<LoginSessionEntity | null> {
    return this.queries.findById(id);
  }

  /** Ends one session; false when it had ended before. */
  end(sessionId: number, tx: EntityManager = this.dataSource.manager): Promise<boolean> {
    return this.queries.deleteOne(sessionId, tx);
  }

  /** Ends every session of a user, but for the one named. @returns how many ended. */
  endAllOf(
    userId: number,
    { tx = this.dataSource.manager, except }: { tx?: EntityManager; except?: number | null } = {},
  ): Promise<number> {
    return this.queries.deleteAllOf(userId, except ?? null, tx);
  }

  /** Removes sessions and tokens that ended by themselves, a bounded number at a time. */
  deleteExpired(limit: number): Promise<void> {
    return this.queries.deleteExpired(limit);
  }

  /** The provider's ID token of a session that began there. */
  idTokenOf({ idTokenSealed, idTokenKeyId }: LoginSessionEntity): string | null {
    return idTokenSealed && idTokenKeyId
      ? this.sealing.open(idTokenSealed, idTokenKeyId, ID_TOKEN)
      : null;
  }

  private async issue(
    session: { id: number; userId: number; expiresAt: Date },
    tx: EntityManager,
  ): Promise<IssuedTokens> {
    const { accessTokenMinutes, refreshTokenMinutes } = this.env.auth;
    const until = (minutes: number): Date =>
      new Date(Math.min(Date.now() + minutes * MINUTE_MS, session.expiresAt.getTime()));
    const access = { ...this.tokens.newSecret(), expiresAt: until(accessTokenMinutes) };
    const refresh = { ...this.tokens.newSecret(), expiresAt: until(refreshTokenMinutes) };
    const id = await this.queries.insertPair(session.id, access, refresh, tx);
    const subject = toGlobalId('User', session.userId);
    const [accessToken, refreshToken] = await Promise.all([
      this.tokens.sign('AccessToken', { id, subject, ...access }),
      this.tokens.sign('RefreshToken', { id, subject, ...refresh }),
    ]);
    return {
      accessToken,
      refreshToken,
      accessExpiresInSeconds: secondsUntil(access.expiresAt),
      refreshExpiresInSeconds: secondsUntil(refresh.expiresAt),
    };
  }
}

/** What the ID tokens are sealed for; they stand on a row that has no id yet. */
const ID_TOKEN = 'login_sessions.id_token';

/** A refresh token came a second time; its session has been ended. */
export class ReusedTokenError extends UnauthenticatedError {
  constructor(readonly session: LiveSession) {
    super('Invalid refresh token');
  }
}

const secondsUntil = (time: Date): number =>
  Math.max(1, Math.round((time.getTime() - Date.now()) / 1000));
