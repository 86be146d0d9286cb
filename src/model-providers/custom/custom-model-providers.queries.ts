import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { SealedRow, SealedTable } from '../../sealing/seal-rotation.service.js';
import type { Sealed } from '../../sealing/sealing.service.js';
import { CustomModelProviderEntity } from './custom-model-provider.entity.js';

/** The fields of a provider that may be shown. Times are wire text. */
export type CustomModelProvider = Omit<CustomModelProviderEntity, 'sealedConfig' | 'keyId'>;

/** The sealed connection of a provider, by row ID. */
export type SealedConfig = SealedRow<number>;

/** The columns that are written. A connection that is null stays as it is. */
export type ProviderColumns = Pick<
  CustomModelProvider,
  'id' | 'name' | 'description' | 'provider' | 'sdk' | 'modelNames' | 'userId'
>;

/** Selects a page of the list, newest first. */
export interface ProviderPage {
  /** Row ID of the first provider; null for the newest. */
  from: number | null;
  limit: number;
}

const COLUMNS = selectColumns(CustomModelProviderEntity, 'p', {
  except: ['sealedConfig', 'keyId'],
});

const SELECT_SEALED = `SELECT p.id AS key, p.sealed_config AS sealed, p.key_id AS "keyId"
  FROM custom_model_providers p`;

/** SQL of custom model providers. */
@Injectable()
export class CustomModelProvidersQueries implements SealedTable<number> {
  readonly name = 'custom_model_providers';

  constructor(private readonly database: DatabaseWriter) {}

  /** Binds a connection to its row, so that it cannot be moved to another provider. */
  contextOf(id: number): string {
    return `custom_model_providers:${id}`;
  }

  listPage({ from, limit }: ProviderPage): Promise<CustomModelProvider[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM custom_model_providers p
        WHERE $1::bigint IS NULL OR p.id <= $1 ORDER BY p.id DESC LIMIT $2`,
      [from, limit],
    );
  }

  findByIds(ids: readonly number[]): Promise<CustomModelProvider[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM custom_model_providers p WHERE p.id = ANY($1)`,
      [ids],
    );
  }

  /** Finds a provider and locks it until the transaction ends. */
  async lock(id: number, tx: EntityManager): Promise<CustomModelProvider | null> {
    const [row] = await tx.query<CustomModelProvider[]>(
      `SELECT ${COLUMNS} FROM custom_model_providers p WHERE p.id = $1 FOR UPDATE`,
      [id],
    );
    return row ?? null;
  }

  findSealed(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<SealedConfig[]> {
    return tx.query(`${SELECT_SEALED} WHERE p.id = ANY($1)`, [ids]);
  }

  findSealedByOthers(keyId: string, after: number | null, limit: number): Promise<SealedConfig[]> {
    return this.database.query(
      `${SELECT_SEALED} WHERE p.key_id <> $1 AND ($2::bigint IS NULL OR p.id > $2)
        ORDER BY p.id LIMIT $3`,
      [keyId, after, limit],
    );
  }

  /** Reserves the ID of a new provider, which its seal contains. */
  async reserveId(tx: EntityManager): Promise<number> {
    const [row] = await tx.query<{ id: number }[]>(
      `SELECT nextval('custom_model_providers_id_seq') AS id`,
    );
    return row!.id;
  }

  async insert(
    row: ProviderColumns,
    { sealed, keyId }: Sealed,
    tx: EntityManager,
  ): Promise<CustomModelProvider> {
    const [stored] = await tx.query<CustomModelProvider[]>(
      `INSERT INTO custom_model_providers AS p
         (id, name, description, provider, sdk, model_names, user_id, sealed_config, key_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}`,
      [...valuesOf(row), sealed, keyId],
    );
    return stored!;
  }

  /** @param config null to keep the connection. */
  async update(
    row: ProviderColumns,
    config: Sealed | null,
    tx: EntityManager,
  ): Promise<CustomModelProvider> {
    const [[stored]] = await tx.query<[CustomModelProvider[], number]>(
      `UPDATE custom_model_providers p
          SET name = $2, description = $3, provider = $4, sdk = $5, model_names = $6, user_id = $7,
              sealed_config = coalesce($8, p.sealed_config), key_id = coalesce($9, p.key_id),
              updated_at = now()
        WHERE p.id = $1 RETURNING ${COLUMNS}`,
      [...valuesOf(row), config?.sealed ?? null, config?.keyId ?? null],
    );
    return stored!;
  }

  /** Null if the provider does not exist. */
  async delete(id: number, tx: EntityManager): Promise<CustomModelProvider | null> {
    const [[row]] = await tx.query<[CustomModelProvider[], number]>(
      `DELETE FROM custom_model_providers p WHERE p.id = $1 RETURNING ${COLUMNS}`,
      [id],
    );
    return row ?? null;
  }

  async reseal(before: SealedConfig, after: Sealed): Promise<boolean> {
    const [, count] = await this.database.query<[unknown, number]>(
      `UPDATE custom_model_providers SET sealed_config = $4, key_id = $5
        WHERE id = $1 AND key_id = $2 AND sealed_config = $3`,
      [before.key, before.keyId, before.sealed, after.sealed, after.keyId],
    );
    return count > 0;
  }
}

function valuesOf(row: ProviderColumns): unknown[] {
  const { id, name, description, provider, sdk, modelNames, userId } = row;
  return [id, name, description, provider, sdk, modelNames, userId];
}
