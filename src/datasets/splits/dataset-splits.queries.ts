import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Slice } from '../datasets.service.js';
import { DatasetSplitEntity, type DatasetSplitRow } from './dataset-split.entity.js';

export const SPLIT_COLUMNS = selectColumns(DatasetSplitEntity, 's');

/** The columns of a new split; JSON as text. */
export interface NewSplitRow {
  name: string;
  description: string | null;
  color: string;
  metadata: string;
}

/** SQL for splits. */
@Injectable()
export class DatasetSplitsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Sorted by name; unknown IDs are skipped. */
  findByIds(ids: readonly number[]): Promise<DatasetSplitRow[]> {
    return this.database.query(
      `SELECT ${SPLIT_COLUMNS} FROM dataset_splits s WHERE s.id = ANY($1) ORDER BY s.name`,
      [ids],
    );
  }

  /** Sorted by name; unknown names are left out. */
  findByNames(names: readonly string[]): Promise<DatasetSplitRow[]> {
    return this.database.query(
      `SELECT ${SPLIT_COLUMNS} FROM dataset_splits s WHERE s.name = ANY($1) ORDER BY s.name`,
      [names],
    );
  }

  /** Sorted by name. */
  listSlice(names: readonly string[] | null, { offset, limit }: Slice): Promise<DatasetSplitRow[]> {
    return this.database.query(
      `SELECT ${SPLIT_COLUMNS} FROM dataset_splits s WHERE $1::text[] IS NULL OR s.name = ANY($1)
        ORDER BY s.name OFFSET $2 LIMIT $3`,
      [names, offset, limit],
    );
  }

  async count(names: readonly string[] | null): Promise<number> {
    const [row] = await this.database.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM dataset_splits WHERE $1::text[] IS NULL OR name = ANY($1)`,
      [names],
    );
    return row.count;
  }

  async insert(
    tx: EntityManager,
    { name, description, color, metadata }: NewSplitRow,
    userId: number | null,
  ): Promise<DatasetSplitRow> {
    const [row] = await tx.query<[DatasetSplitRow]>(
      `INSERT INTO dataset_splits AS s (name, description, color, metadata, user_id)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${SPLIT_COLUMNS}`,
      [name, description, color, metadata, userId],
    );
    return row;
  }

  /** Leaves absent columns unchanged. */
  async update(
    tx: EntityManager,
    id: number,
    { name, description, color, metadata }: Partial<NewSplitRow>,
  ): Promise<void> {
    await tx.query(
      `UPDATE dataset_splits
          SET name = coalesce($2, name), color = coalesce($3, color),
              description = CASE WHEN $4 THEN $5 ELSE description END,
              metadata = coalesce($6::json, metadata), updated_at = now()
        WHERE id = $1`,
      [id, name, color, description !== undefined, description, metadata],
    );
  }

  /** Returns the deleted splits. */
  async delete(tx: EntityManager, ids: readonly number[]): Promise<DatasetSplitRow[]> {
    const [rows] = await tx.query<[DatasetSplitRow[], number]>(
      `DELETE FROM dataset_splits AS s WHERE s.id = ANY($1) RETURNING ${SPLIT_COLUMNS}`,
      [ids],
    );
    return rows;
  }
}
