import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { UserRoleName } from '../../users/user.entity.js';
import type { LiveSession } from './login-sessions.service.js';
import { LoginSessionEntity } from './login-session.entity.js';
import { LoginTokenEntity } from './login-token.entity.js';
import type { TokenClaims } from './session-tokens.service.js';

/** The owner of an access token, as far as requests need it. */
export interface TokenPairRow {
  sessionId: number;
  userId: number;
  username: string;
  role: UserRoleName;
  mustChangePassword: boolean;
  mustAddSecondFactor: boolean;
  isExpired: boolean;
}

interface ExpiringSecret {
  hash: Buffer;
  expiresAt: Date;
}

/** One index lookup per table, of second factors only if they are required. The role is the current one. */
const FIND_BY_ACCESS_TOKEN = `
  SELECT s.id AS "sessionId", u.id AS "userId", u.username, u.role,
         u.password_needs_reset AS "mustChangePassword",
         $3 AND u.password_hash IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM totp_authenticators a
           WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL
         ) AND NOT EXISTS (
           SELECT 1 FROM passkeys p WHERE p.user_id = u.id) AS "mustAddSecondFactor",
         t.access_expires_at <= now() OR s.expires_at <= now() AS "isExpired"
  FROM login_tokens t
  JOIN login_sessions s ON s.id = t.session_id
  JOIN users u ON u.id = s.user_id
  WHERE t.id = $1 AND t.access_hash = $2 AND t.consumed_at IS NULL AND u.deactivated_at IS NULL`;

/** A used refresh token. */
export interface SpentToken extends LiveSession {
  /** Whether the same client used it within the last seconds, as two tabs do that refresh at once. */
  isFresh: boolean;
}

/** For how many seconds the client that used a refresh token may send it again without harm. */
const GRACE_SECONDS = 10;

/** If two requests use one token at the same time, the second waits and then finds nothing. */
const SPEND_PAIR = `
  UPDATE login_tokens t SET consumed_at = now(), consumed_by = $3
  FROM login_sessions s
  WHERE t.id = $1 AND t.refresh_hash = $2 AND t.consumed_at IS NULL
    AND t.refresh_expires_at > now() AND s.id = t.session_id AND s.expires_at > now()
  RETURNING s.id, s.user_id AS "userId", s.expires_at AS "expiresAt"`;

/** A used refresh token stays until it expires, so that a second use is detected. */
const EXPIRING = [
  ['login_sessions', 'expires_at'],
  ['login_tokens', 'refresh_expires_at'],
] as const;

@Injectable()
export class LoginSessionsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** @param requiresSecondFactor whether local accounts must have one. */
  async findByAccessToken(
    { id, hash }: TokenClaims,
    requiresSecondFactor: boolean,
  ): Promise<TokenPairRow | null> {
    const rows: TokenPairRow[] = await this.database.query(FIND_BY_ACCESS_TOKEN, [
      id,
      hash,
      requiresSecondFactor,
    ]);
    return rows[0] ?? null;
  }

  async findByRefreshToken({ id, hash }: TokenClaims): Promise<LiveSession | null> {
    const rows: LiveSession[] = await this.database.query(
      `SELECT s.id AS "sessionId", s.user_id AS "userId"
       FROM login_tokens t JOIN login_sessions s ON s.id = t.session_id
       WHERE t.id = $1 AND t.refresh_hash = $2 AND t.consumed_at IS NULL`,
      [id, hash],
    );
    return rows[0] ?? null;
  }

  /**
   * Marks a token pair as used. Returns null if it was already used or has expired.
   * @param client SHA-256 that recognizes the sender.
   */
  async spendPair(
    { id, hash }: TokenClaims,
    client: Buffer,
    tx: EntityManager,
  ): Promise<{ id: number; userId: number; expiresAt: Date } | null> {
    const [rows] = await tx.query<[{ id: number; userId: number; expiresAt: string }[], number]>(
      SPEND_PAIR,
      [id, hash, client],
    );
    const session = rows[0];
    if (!session) return null;
    await tx.update(LoginSessionEntity, { id: session.id }, { lastUsedAt: () => 'now()' });
    return { ...session, expiresAt: new Date(session.expiresAt) };
  }

  /** Finds the session of a token pair that was already used. */
  async findBySpentToken(
    { id, hash }: TokenClaims,
    client: Buffer,
    tx: EntityManager,
  ): Promise<SpentToken | null> {
    const rows: SpentToken[] = await tx.query(
      `SELECT s.id AS "sessionId", s.user_id AS "userId",
              coalesce(t.consumed_by = $3, false)
                AND t.consumed_at > now() - make_interval(secs => $4) AS "isFresh"
       FROM login_tokens t JOIN login_sessions s ON s.id = t.session_id
       WHERE t.id = $1 AND t.refresh_hash = $2 AND t.consumed_at IS NOT NULL`,
      [id, hash, client, GRACE_SECONDS],
    );
    return rows[0] ?? null;
  }

  async insertPair(
    sessionId: number,
    access: ExpiringSecret,
    refresh: ExpiringSecret,
    tx: EntityManager,
  ): Promise<number> {
    const { identifiers } = await tx.insert(LoginTokenEntity, {
      sessionId,
      accessHash: access.hash,
      refreshHash: refresh.hash,
      accessExpiresAt: access.expiresAt,
      refreshExpiresAt: refresh.expiresAt,
    });
    return (identifiers[0] as { id: number }).id;
  }

  /** Lists sessions that can still be refreshed, newest first. */
  listByUser(userIds: readonly number[]): Promise<LoginSessionEntity[]> {
    return this.database.manager
      .createQueryBuilder(LoginSessionEntity, 's')
      .where('s.user_id = ANY(:userIds) AND s.expires_at > now()', { userIds })
      .andWhere(
        `EXISTS (SELECT 1 FROM login_tokens t WHERE t.session_id = s.id
                 AND t.consumed_at IS NULL AND t.refresh_expires_at > now())`,
      )
      .orderBy('s.id', 'DESC')
      .getMany();
  }

  findById(id: number): Promise<LoginSessionEntity | null> {
    return this.database.manager.findOneBy(LoginSessionEntity, { id });
  }

  async deleteOne(id: number, tx: EntityManager): Promise<boolean> {
    const { affected } = await tx.delete(LoginSessionEntity, { id });
    return affected === 1;
  }

  async deleteAllOf(userId: number, except: number | null, tx: EntityManager): Promise<number> {
    const [, count] = await tx.query<[unknown[], number]>(
      'DELETE FROM login_sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2',
      [userId, except],
    );
    return count;
  }

  /** Deletes expired rows, at most `limit` of each table. */
  async deleteExpired(limit: number): Promise<void> {
    for (const [table, column] of EXPIRING) {
      await this.database.query(
        `DELETE FROM ${table} WHERE id IN (
           SELECT id FROM ${table} WHERE ${column} <= now() ORDER BY ${column} LIMIT $1)`,
        [limit],
      );
    }
  }
}
