import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { ExpiredTokenError, UnauthenticatedError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { currentRequest } from '../../kernel/http/request-context.js';
import { sha256 } from '../../kernel/security/sha256.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';
import { SealingService } from '../../sealing/sealing.service.js';
import type { AuthMethodName } from '../../users/auth-methods.contract.js';
import { LoginSessionEntity } from './login-session.entity.js';
import { LoginSessionsQueries, type TokenPairRow } from './login-sessions.queries.js';
import { SessionTokensService, type TokenClaims } from './session-tokens.service.js';

/** The two tokens of a session, for its cookies. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  accessExpiresInSeconds: number;
  refreshExpiresInSeconds: number;
}

/** The user who signs in, and how. */
export interface NewSession {
  userId: number;
  authMethod: AuthMethodName;
  /** The OIDC provider's name, and the ID token that is needed to end the session there. */
  provider?: { name: string; idToken: string };
}

/** A session that has not ended. */
export interface LiveSession {
  sessionId: number;
  userId: number;
}

const MINUTE_MS = 60_000;

/** Purpose for which ID tokens are sealed. They are sealed before their row has an ID. */
const ID_TOKEN = 'login_sessions.id_token';

/** A refresh token was used twice, so its session has ended. */
export class ReusedTokenError extends UnauthenticatedError {
  constructor(readonly session: LiveSession) {
    super('Invalid refresh token');
  }
}

/**
 * Sign-in sessions. Each is a chain of token pairs: a refresh uses up one pair and issues the next.
 * A refresh token that is used twice ends the whole session, because one of the two senders must
 * have stolen it (RFC 9700, 4.14.2). Except right after the first use by the same client: that is a
 * browser that refreshes in two tabs at once. The second is refused, and the session lives on.
 */
@Injectable()
export class LoginSessionsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly queries: LoginSessionsQueries,
    private readonly tokens: SessionTokensService,
    private readonly sealing: SealingService,
  ) {}

  /** Opens a session for a user who has been verified. */
  open(session: NewSession, tx?: EntityManager): Promise<IssuedTokens> {
    const insert = async (manager: EntityManager): Promise<IssuedTokens> => {
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
      return this.issueTokens({ id, userId: session.userId, expiresAt }, manager);
    };
    return tx ? insert(tx) : this.database.inTransaction(insert);
  }

  /**
   * Exchanges a refresh token for the next pair of tokens.
   * @throws UnauthenticatedError if the token is not valid, or the same client has just used it;
   * ReusedTokenError if it was used before, which ends its session.
   */
  async rotate(refreshToken: string): Promise<IssuedTokens> {
    const claims = this.tokens.verify('RefreshToken', refreshToken);
    const client = recognizeClient();
    const { issued, reused } = await this.database.inTransaction(async (tx) => {
      const spent = await this.queries.spendPair(claims, client, tx);
      if (spent) return { issued: await this.issueTokens(spent, tx), reused: null };
      const family = await this.queries.findBySpentToken(claims, client, tx);
      if (!family || family.isFresh) return { issued: null, reused: null };
      await this.queries.deleteOne(family.sessionId, tx);
      return { issued: null, reused: family };
    });
    if (issued) return issued;
    if (reused) throw new ReusedTokenError(reused);
    throw new UnauthenticatedError('Invalid refresh token');
  }

  /**
   * Gets the session of an access token whose signature has been checked, with the current state of
   * its user.
   * @throws UnauthenticatedError if the session has ended or the token is not its newest;
   * ExpiredTokenError if either has expired.
   */
  async getByAccessToken(claims: TokenClaims): Promise<TokenPairRow> {
    const row = await this.queries.findByAccessToken(claims, this.env.auth.isSecondFactorRequired);
    if (!row) throw new UnauthenticatedError('Invalid token');
    if (row.isExpired) throw new ExpiredTokenError();
    return row;
  }

  /** Finds the session of an unused refresh token. */
  async findByRefreshToken(refreshToken: string): Promise<LiveSession | null> {
    let claims: TokenClaims;
    try {
      claims = this.tokens.verify('RefreshToken', refreshToken);
    } catch {
      return null;
    }
    return this.queries.findByRefreshToken(claims);
  }

  /** Lists the active sessions of some users, newest first. */
  listByUser(userIds: readonly number[]): Promise<LoginSessionEntity[]> {
    return this.queries.listByUser(userIds);
  }

  findById(id: number): Promise<LoginSessionEntity | null> {
    return this.queries.findById(id);
  }

  /** Ends one session. Returns false if it had already ended. */
  end(sessionId: number, tx: EntityManager = this.database.manager): Promise<boolean> {
    return this.queries.deleteOne(sessionId, tx);
  }

  /** Ends all sessions of a user, optionally except one. @returns how many ended. */
  endAllOf(
    userId: number,
    { tx = this.database.manager, except }: { tx?: EntityManager; except?: number | null } = {},
  ): Promise<number> {
    return this.queries.deleteAllOf(userId, except ?? null, tx);
  }

  /** Deletes expired sessions and tokens, at most `limit` of each. */
  deleteExpired(limit: number): Promise<void> {
    return this.queries.deleteExpired(limit);
  }

  /** Returns the provider's ID token if the session began at a provider. */
  unsealIdToken({ idTokenSealed, idTokenKeyId }: LoginSessionEntity): string | null {
    return idTokenSealed && idTokenKeyId
      ? this.sealing.open(idTokenSealed, idTokenKeyId, ID_TOKEN)
      : null;
  }

  private async issueTokens(
    session: { id: number; userId: number; expiresAt: Date },
    tx: EntityManager,
  ): Promise<IssuedTokens> {
    const { accessTokenMinutes, refreshTokenMinutes } = this.env.auth;
    const until = (minutes: number): Date =>
      new Date(Math.min(Date.now() + minutes * MINUTE_MS, session.expiresAt.getTime()));
    const access = { ...this.tokens.createSecret(), expiresAt: until(accessTokenMinutes) };
    const refresh = { ...this.tokens.createSecret(), expiresAt: until(refreshTokenMinutes) };
    const id = await this.queries.insertPair(session.id, access, refresh, tx);
    const subject = toGlobalId('User', session.userId);
    return {
      accessToken: this.tokens.sign('AccessToken', { id, subject, ...access }),
      refreshToken: this.tokens.sign('RefreshToken', { id, subject, ...refresh }),
      accessExpiresInSeconds: secondsUntil(access.expiresAt),
      refreshExpiresInSeconds: secondsUntil(refresh.expiresAt),
    };
  }
}

/** Returns a digest of the address and user agent of the request, to recognize requests of one browser. */
function recognizeClient(): Buffer {
  const { address = null, userAgent = null } = currentRequest() ?? {};
  return sha256(JSON.stringify([address, userAgent]));
}

const secondsUntil = (time: Date): number =>
  Math.max(1, Math.round((time.getTime() - Date.now()) / 1000));
