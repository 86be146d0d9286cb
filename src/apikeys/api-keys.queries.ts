import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ApiKeyScopeName } from './api-key.entity.js';

/** A key as lists show it, with its owner and project; times as wire text. */
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

/** What is remembered of a key that is gone. */
export interface DeletedApiKey {
  name: string;
  prefix: string;
  /** User name. */
  owner: string;
}

/** Whose keys: those of people, or those of the system user. */
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

/** SQL of API keys. Newest first everywhere. */
@Injectable()
export class ApiKeysQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** All keys of a class. */
  all(keyClass: KeyClass): Promise<ApiKeyRow[]> {
    return this.dataSource.query(`${SELECT} WHERE ${OWNER[keyClass]} ORDER BY k.id DESC`);
  }

  /** The personal keys of some people. */
  ofOwners(userIds: readonly number[]): Promise<ApiKeyRow[]> {
    return this.dataSource.query(
      `${SELECT} WHERE k.user_id = ANY($1) AND ${OWNER.personal} ORDER BY k.id DESC`,
      [userIds],
    );
  }

  /** How many personal keys some people have; who has none is left out. */
  countOfOwners(userIds: readonly number[]): Promise<{ userId: number; count: number }[]> {
    return this.dataSource.query(
      `SELECT k.user_id AS "userId", count(*)::int AS count
       FROM api_keys k JOIN users u ON u.id = k.user_id
       WHERE k.user_id = ANY($1) AND ${OWNER.personal} GROUP BY k.user_id`,
      [userIds],
    );
  }

  /** A page of personal keys, beginning with `cursorId` when there is one. */
  page(cursorId: number | null, limit: number): Promise<ApiKeyRow[]> {
    return this.dataSource.query(
      `${SELECT} WHERE ${OWNER.personal} AND ($1::bigint IS NULL OR k.id <= $1)
       ORDER BY k.id DESC LIMIT $2`,
      [cursorId, limit],
    );
  }

  async get(id: number, tx: EntityManager): Promise<ApiKeyRow | null> {
    const rows: ApiKeyRow[] = await tx.query(`${SELECT} WHERE k.id = $1`, [id]);
    return rows[0] ?? null;
  }

  /**
   * Deletes a key of a class; with `ownerId` only when it is that user's.
   * @returns what is remembered of it, or null when there was none.
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
