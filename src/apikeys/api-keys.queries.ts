import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { UserRoleName } from '../users/user.entity.js';
import type { ApiKeyScopeName } from './api-key.entity.js';

/** A key with its owner and project, for lists. Times are wire text. */
export interface ApiKeyRow {
  id: number;
  userId: number;
  username: string;
  email: string | null;
  name: string;
  description: string | null;
  prefix: string;
  scope: ApiKeyScopeName;
  projectId: number | null;
  projectName: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

/** The columns of a new key. */
export interface NewApiKeyRow extends Pick<
  ApiKeyRow,
  'userId' | 'name' | 'description' | 'prefix' | 'scope' | 'projectId' | 'expiresAt'
> {
  /** SHA-256 of the key. */
  keyHash: Buffer;
}

/** The details of a deleted key for the audit log. */
export interface DeletedApiKey {
  name: string;
  prefix: string;
  /** User name. */
  owner: string;
}

/** A key that a request brings. */
interface UsedKeyRow {
  id: number;
  scope: ApiKeyScopeName;
  projectId: number | null;
  projectName: string | null;
  isExpired: boolean | null;
  isUseOld: boolean;
  userId: number;
  username: string;
  role: UserRoleName;
}

/** The class of an API key: those of users, or those of the system user. */
export type KeyClass = 'personal' | 'system';

const OWNER: Record<KeyClass, string> = {
  personal: "u.role <> 'SYSTEM'",
  system: "u.role = 'SYSTEM'",
};

const SELECT = `
  SELECT k.id, k.user_id AS "userId", u.username, u.email, k.name, k.description, k.prefix, k.scope,
         k.project_id AS "projectId", p.name AS "projectName",
         k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt"
  FROM api_keys k
  JOIN users u ON u.id = k.user_id
  LEFT JOIN projects p ON p.id = k.project_id`;

/** The last use is stored to the minute, so that a busy key does not cause a write per request. */
const FIND_USED = `
  SELECT k.id, k.scope, k.project_id AS "projectId", p.name AS "projectName",
         k.expires_at <= now() AS "isExpired",
         k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS "isUseOld",
         u.id AS "userId", u.username, u.role
  FROM api_keys k
  JOIN users u ON u.id = k.user_id
  LEFT JOIN projects p ON p.id = k.project_id
  WHERE k.key_hash = $1 AND u.deactivated_at IS NULL`;

/** Only the first of many simultaneous requests writes. */
const MARK_USED = `
  UPDATE api_keys SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

/** SQL of API keys. Newest first everywhere. */
@Injectable()
export class ApiKeysQueries {
  constructor(private readonly database: DatabaseWriter) {}

  list(keyClass: KeyClass): Promise<ApiKeyRow[]> {
    return this.database.query(`${SELECT} WHERE ${OWNER[keyClass]} ORDER BY k.id DESC`);
  }

  /** Lists the personal keys of some users. */
  listByOwners(userIds: readonly number[]): Promise<ApiKeyRow[]> {
    return this.database.query(
      `${SELECT} WHERE k.user_id = ANY($1) AND ${OWNER.personal} ORDER BY k.id DESC`,
      [userIds],
    );
  }

  /** Counts the personal keys of some users. Users without keys are left out. */
  countByOwners(userIds: readonly number[]): Promise<{ userId: number; count: number }[]> {
    return this.database.query(
      `SELECT k.user_id AS "userId", count(*)::int AS count
       FROM api_keys k JOIN users u ON u.id = k.user_id
       WHERE k.user_id = ANY($1) AND ${OWNER.personal} GROUP BY k.user_id`,
      [userIds],
    );
  }

  /** Lists a page of personal keys, beginning with `cursorId` if given. */
  listPage(cursorId: number | null, limit: number): Promise<ApiKeyRow[]> {
    return this.database.query(
      `${SELECT} WHERE ${OWNER.personal} AND ($1::bigint IS NULL OR k.id <= $1)
       ORDER BY k.id DESC LIMIT $2`,
      [cursorId, limit],
    );
  }

  async find(id: number, tx: EntityManager): Promise<ApiKeyRow | null> {
    const rows: ApiKeyRow[] = await tx.query(`${SELECT} WHERE k.id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** Finds the key with a hash, whose owner is active. */
  async findUsed(hash: Buffer): Promise<UsedKeyRow | undefined> {
    const [row] = await this.database.query<UsedKeyRow[]>(FIND_USED, [hash]);
    return row;
  }

  async markUsed(id: number): Promise<void> {
    await this.database.query(MARK_USED, [id]);
  }

  /** Returns the row ID. The expiry keeps its microseconds, which TypeORM would drop. */
  async insert(tx: EntityManager, key: NewApiKeyRow): Promise<number> {
    const [row] = await tx.query<[{ id: number }]>(
      `INSERT INTO api_keys (user_id, name, description, prefix, key_hash, scope, project_id, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
      [
        key.userId,
        key.name,
        key.description,
        key.prefix,
        key.keyHash,
        key.scope,
        key.projectId,
        key.expiresAt,
      ],
    );
    return row.id;
  }

  /**
   * Deletes a key of a class. With `ownerId`, deletes it only if it belongs to that user.
   * @returns its details for the audit log, or null if the key does not exist.
   */
  async delete(
    tx: EntityManager,
    keyClass: KeyClass,
    id: number,
    ownerId: number | null,
  ): Promise<DeletedApiKey | null> {
    const [rows] = await tx.query<[DeletedApiKey[], number]>(
      `DELETE FROM api_keys k USING users u
       WHERE k.id = $1 AND u.id = k.user_id AND ${OWNER[keyClass]}
         AND ($2::bigint IS NULL OR k.user_id = $2)
       RETURNING k.name, k.prefix, u.username AS owner`,
      [id, ownerId],
    );
    return rows[0] ?? null;
  }
}
