import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import { OAuth2GrantEntity } from './oauth2-grant.entity.js';

/** A grant that its application can still use. Times are UTC text. */
export interface GrantRow {
  id: number;
  userId: number;
  /** Public identifier of the application. */
  clientId: string;
  clientName: string;
  isFirstParty: boolean;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

/** Without a refresh token, the application has to ask again. */
const IS_LIVE = `
  g.revoked_at IS NULL AND g.expires_at > now() AND EXISTS (
    SELECT 1 FROM oauth2_grant_tokens t
    WHERE t.grant_id = g.id AND t.consumed_at IS NULL AND t.refresh_expires_at > now())`;

const SELECT_GRANTS = `
  SELECT g.id, g.user_id AS "userId", c.client_id AS "clientId", c.name AS "clientName",
         c.is_first_party AS "isFirstParty", g.created_at AS "createdAt",
         g.expires_at AS "expiresAt", g.last_used_at AS "lastUsedAt"
  FROM oauth2_grants g JOIN oauth2_clients c ON c.id = g.client_id
  WHERE ${IS_LIVE}`;

/** Also deletes the tokens, which no longer have to be recognized. */
const REVOKE = `
  WITH revoked AS (
    UPDATE oauth2_grants SET revoked_at = now()
    WHERE revoked_at IS NULL AND (id = ANY ($1) OR user_id = $2) RETURNING id
  ), deleted AS (
    DELETE FROM oauth2_grant_tokens WHERE grant_id IN (SELECT id FROM revoked)
  )
  SELECT count(*)::int AS count FROM revoked`;

/** New grants count as used. */
const SELECT_UNUSED = `${SELECT_GRANTS} AND g.user_id = $1
  ORDER BY coalesce(g.last_used_at, g.created_at) DESC, g.id DESC OFFSET $2`;

/** Ended grants are kept this long, to answer questions about them. */
const DELETE_ENDED = `
  DELETE FROM oauth2_grants WHERE id IN (
    SELECT id FROM oauth2_grants
    WHERE expires_at < now() - interval '30 days' OR revoked_at < now() - interval '30 days'
    LIMIT $1)`;

/** A used refresh token stays until it expires, so that a second use is detected. */
const DELETE_EXPIRED_TOKENS = `
  DELETE FROM oauth2_grant_tokens WHERE id IN (
    SELECT id FROM oauth2_grant_tokens WHERE refresh_expires_at <= now()
    ORDER BY refresh_expires_at LIMIT $1)`;

@Injectable()
export class GrantsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Lists all grants, newest first. */
  list(): Promise<GrantRow[]> {
    return this.database.query(`${SELECT_GRANTS} ORDER BY g.id DESC`);
  }

  /** Lists the grants of some users, newest first. */
  listByUsers(userIds: readonly number[]): Promise<GrantRow[]> {
    return this.database.query(`${SELECT_GRANTS} AND g.user_id = ANY ($1) ORDER BY g.id DESC`, [
      userIds,
    ]);
  }

  countByUsers(userIds: readonly number[]): Promise<{ userId: number; count: number }[]> {
    return this.database.query(
      `SELECT g.user_id AS "userId", count(*)::int AS count FROM oauth2_grants g
       WHERE g.user_id = ANY ($1) AND ${IS_LIVE} GROUP BY g.user_id`,
      [userIds],
    );
  }

  async findById(id: number): Promise<GrantRow | null> {
    const rows: GrantRow[] = await this.database.query(`${SELECT_GRANTS} AND g.id = $1`, [id]);
    return rows[0] ?? null;
  }

  async insert(
    grant: Pick<OAuth2GrantEntity, 'userId' | 'clientId' | 'audience' | 'expiresAt'>,
    tx: EntityManager,
  ): Promise<number> {
    const { identifiers } = await tx.insert(OAuth2GrantEntity, grant);
    return (identifiers[0] as { id: number }).id;
  }

  /** Revokes one grant. @returns false if it had already been revoked. */
  async revoke(id: number, tx: EntityManager = this.database.manager): Promise<boolean> {
    return (await this.revokeSome([id], null, tx)) === 1;
  }

  /** Revokes all but the grants that a user used last. @param kept how many of those. @returns the revoked. */
  async revokeUnused(userId: number, kept: number, tx: EntityManager): Promise<GrantRow[]> {
    const unused: GrantRow[] = await tx.query(SELECT_UNUSED, [userId, kept]);
    const ids = unused.map(({ id }) => id);
    if (ids.length > 0) await this.revokeSome(ids, null, tx);
    return unused;
  }

  /** Also deletes the codes that would open more grants. @returns how many were revoked. */
  async revokeAllOf(userId: number, tx: EntityManager): Promise<number> {
    // First, because this waits for a code that is being used, whose grant is then there to be revoked.
    await tx.query('DELETE FROM oauth2_authorization_codes WHERE user_id = $1', [userId]);
    return this.revokeSome([], userId, tx);
  }

  /** Deletes old rows, at most `limit` of each table. */
  async deleteEnded(limit: number): Promise<void> {
    await this.database.query(DELETE_EXPIRED_TOKENS, [limit]);
    await this.database.query(DELETE_ENDED, [limit]);
  }

  private async revokeSome(
    ids: readonly number[],
    userId: number | null,
    tx: EntityManager,
  ): Promise<number> {
    const rows: { count: number }[] = await tx.query(REVOKE, [ids, userId]);
    return rows[0]?.count ?? 0;
  }
}
