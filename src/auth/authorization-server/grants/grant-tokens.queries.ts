import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../../database/database-writer.js';
import type { Resource } from '../../../kernel/http/resource.js';
import type { UserRoleName } from '../../../users/user.entity.js';
import { GrantTokenEntity } from './grant-token.entity.js';

/** The user for whom an access token acts, as far as requests need it. */
export interface AccessRow {
  grantId: number;
  userId: number;
  username: string;
  role: UserRoleName;
  mustChangePassword: boolean;
  audience: Resource | null;
  isExpired: boolean;
  isUseOld: boolean;
}

/** A grant whose refresh token was just used. */
export interface SpentRow {
  id: number;
  /** Row ID of the application. */
  clientId: number;
  /** As the used token was limited. */
  audience: Resource | null;
  /** UTC text. */
  expiresAt: string;
}

/** One index lookup per table. The role is the user's current one. */
const FIND_BY_ACCESS_TOKEN = `
  SELECT g.id AS "grantId", u.id AS "userId", u.username, u.role,
         u.password_needs_reset AS "mustChangePassword", t.audience,
         t.access_expires_at <= now() OR g.expires_at <= now() AS "isExpired",
         g.last_used_at IS NULL OR g.last_used_at < now() - interval '1 minute' AS "isUseOld"
  FROM oauth2_grant_tokens t
  JOIN oauth2_grants g ON g.id = t.grant_id
  JOIN users u ON u.id = g.user_id
  WHERE t.access_hash = $1 AND t.consumed_at IS NULL AND g.revoked_at IS NULL
    AND u.deactivated_at IS NULL`;

const FIND_BY_REFRESH_TOKEN = `
  SELECT t.grant_id AS "grantId", g.user_id AS "userId", t.consumed_at IS NOT NULL AS "isConsumed"
  FROM oauth2_grant_tokens t
  JOIN oauth2_grants g ON g.id = t.grant_id
  JOIN oauth2_clients c ON c.id = g.client_id
  WHERE t.refresh_hash = $1 AND c.client_id = $2 AND g.revoked_at IS NULL`;

/** If two requests use one token at the same time, the second waits and then finds nothing. */
const SPEND = `
  UPDATE oauth2_grant_tokens t SET consumed_at = now()
  FROM oauth2_grants g
  WHERE t.refresh_hash = $1 AND t.consumed_at IS NULL AND t.refresh_expires_at > now()
    AND g.id = t.grant_id AND g.revoked_at IS NULL AND g.expires_at > now()
  RETURNING g.id, g.client_id AS "clientId", t.audience, g.expires_at AS "expiresAt"`;

/** Only the first of many simultaneous requests writes. */
const MARK_USED = `
  UPDATE oauth2_grants SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

@Injectable()
export class GrantTokensQueries {
  constructor(private readonly database: DatabaseWriter) {}

  async findByAccessToken(hash: Buffer): Promise<AccessRow | null> {
    const rows: AccessRow[] = await this.database.query(FIND_BY_ACCESS_TOKEN, [hash]);
    return rows[0] ?? null;
  }

  /** Finds the refresh token of an application, even if it was already used. */
  async findByRefreshToken(
    hash: Buffer,
    clientId: string,
  ): Promise<{ grantId: number; userId: number; isConsumed: boolean } | null> {
    const rows: { grantId: number; userId: number; isConsumed: boolean }[] =
      await this.database.query(FIND_BY_REFRESH_TOKEN, [hash, clientId]);
    return rows[0] ?? null;
  }

  /** Finds the grant of either token, even a used one. */
  async findGrantOf(hash: Buffer): Promise<number | null> {
    const rows: { grantId: number }[] = await this.database.query(
      `SELECT grant_id AS "grantId" FROM oauth2_grant_tokens WHERE access_hash = $1
       UNION ALL
       SELECT grant_id FROM oauth2_grant_tokens WHERE refresh_hash = $1`,
      [hash],
    );
    return rows[0]?.grantId ?? null;
  }

  /** Marks a refresh token as used. Returns null if it was already used or is not valid. */
  async spend(hash: Buffer, tx: EntityManager): Promise<SpentRow | null> {
    const [rows] = await tx.query<[SpentRow[], number]>(SPEND, [hash]);
    return rows[0] ?? null;
  }

  async insert(
    tokens: Pick<
      GrantTokenEntity,
      'grantId' | 'accessHash' | 'refreshHash' | 'audience' | 'accessExpiresAt' | 'refreshExpiresAt'
    >,
    tx: EntityManager,
  ): Promise<void> {
    await tx.insert(GrantTokenEntity, tokens);
  }

  async markUsed(grantId: number): Promise<void> {
    await this.database.query(MARK_USED, [grantId]);
  }
}
