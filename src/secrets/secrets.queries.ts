import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { unnestRows } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import { holdLock } from '../database/advisory-locks.js';
import type { SealedRow, SealedTable } from '../sealing/seal-rotation.service.js';
import type { Sealed } from '../sealing/sealing.service.js';
import { SecretEntity } from './secret.entity.js';
import { sealContext } from './secret-key.js';

/** The fields of a secret that may be shown. Times are wire text. */
export interface SecretRow {
  key: string;
  userId: number | null;
  updatedAt: string;
}

/** The stored value of a secret. */
export type SealedSecret = SealedRow<string>;

const SELECT = 'SELECT key, user_id AS "userId", updated_at AS "updatedAt" FROM secrets';
const SELECT_SEALED = 'SELECT key, sealed, key_id AS "keyId" FROM secrets';

/** SQL of secrets, ordered by key. */
@Injectable()
export class SecretsQueries implements SealedTable<string> {
  readonly name = 'secrets';
  readonly contextOf = sealContext;

  constructor(private readonly database: DatabaseWriter) {}

  /** @param keys null for all. */
  listPage(
    keys: readonly string[] | null,
    after: string | null,
    limit: number,
  ): Promise<SecretRow[]> {
    return this.database.query(
      `${SELECT} WHERE ($1::text[] IS NULL OR key = ANY($1)) AND ($2::text IS NULL OR key > $2)
       ORDER BY key LIMIT $3`,
      [keys, after, limit],
    );
  }

  findSealed(keys: readonly string[]): Promise<SealedSecret[]> {
    return this.database.query(`${SELECT_SEALED} WHERE key = ANY($1)`, [keys]);
  }

  findSealedByOthers(keyId: string, after: string | null, limit: number): Promise<SealedSecret[]> {
    return this.database.query(
      `${SELECT_SEALED} WHERE key_id <> $1 AND ($2::text IS NULL OR key > $2) ORDER BY key LIMIT $3`,
      [keyId, after, limit],
    );
  }

  /**
   * Lets only one batch run at a time, because two with the same keys could lock them in different
   * orders.
   */
  async lock(tx: EntityManager): Promise<void> {
    await holdLock(tx, 'secrets');
  }

  /** Stores values, replacing existing ones. */
  async upsert(
    rows: readonly SealedSecret[],
    userId: number | null,
    tx: EntityManager,
  ): Promise<void> {
    const changed = unnestRows(SecretEntity, ['key', 'sealed', 'keyId'], rows, 2);
    await tx.query(
      `INSERT INTO secrets (user_id, ${changed.columns}) SELECT $1, changed.* FROM ${changed.source} changed
       ON CONFLICT (key) DO UPDATE SET sealed = excluded.sealed, key_id = excluded.key_id,
         user_id = excluded.user_id, updated_at = now()`,
      [userId, ...changed.parameters],
    );
  }

  /** @returns the keys that existed. */
  async delete(keys: readonly string[], tx: EntityManager): Promise<string[]> {
    const [rows] = await tx.query<[{ key: string }[], number]>(
      'DELETE FROM secrets WHERE key = ANY($1) RETURNING key',
      [keys],
    );
    return rows.map(({ key }) => key);
  }

  async reseal(before: SealedSecret, after: Sealed): Promise<boolean> {
    const [, count] = await this.database.query<[unknown, number]>(
      `UPDATE secrets SET sealed = $4, key_id = $5
       WHERE key = $1 AND key_id = $2 AND sealed = $3`,
      [before.key, before.keyId, before.sealed, after.sealed, after.keyId],
    );
    return count > 0;
  }
}
