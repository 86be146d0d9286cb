import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { ExperimentTagEntity } from './experiment-tag.entity.js';

const TAG_COLUMNS = selectColumns(ExperimentTagEntity, 't');

/** A tag to set. */
export type NewTag = Omit<ExperimentTagEntity, 'id'>;

/** SQL for tags of experiments. */
@Injectable()
export class ExperimentTagsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<ExperimentTagEntity[]> {
    return this.database.query(
      `SELECT ${TAG_COLUMNS} FROM experiment_tags t WHERE t.id = ANY($1)`,
      [ids],
    );
  }

  /** Sorted by name. */
  listByExperiment(ids: readonly number[]): Promise<ExperimentTagEntity[]> {
    return this.database.query(
      `SELECT ${TAG_COLUMNS} FROM experiment_tags t WHERE t.experiment_id = ANY($1)
        ORDER BY t.name COLLATE "C"`,
      [ids],
    );
  }

  /** Finds the tags with a name, in no particular order. Skips datasets without one. */
  findByName(
    name: string,
    datasetIds: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<ExperimentTagEntity[]> {
    return tx.query(
      `SELECT ${TAG_COLUMNS} FROM experiment_tags t
        WHERE t.dataset_id = ANY($2) AND t.name = $1`,
      [name, datasetIds],
    );
  }

  /** Sets a tag, or moves the dataset's tag of that name, which keeps its ID. */
  async set(tx: EntityManager, tag: NewTag): Promise<ExperimentTagEntity> {
    const [row] = await tx.query<ExperimentTagEntity[]>(
      `INSERT INTO experiment_tags AS t (experiment_id, dataset_id, name, description, user_id)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (dataset_id, name) DO UPDATE
          SET experiment_id = excluded.experiment_id, description = excluded.description,
              user_id = excluded.user_id
       RETURNING ${TAG_COLUMNS}`,
      [tag.experimentId, tag.datasetId, tag.name, tag.description, tag.userId],
    );
    return row!;
  }

  /** Removes a tag, by row ID or by name, unless it points to another experiment. */
  async remove(
    experimentId: number,
    tag: { id: number } | { name: string },
    tx: EntityManager = this.database.manager,
  ): Promise<void> {
    const [column, value] = 'id' in tag ? ['id', tag.id] : ['name', tag.name];
    await tx.query(`DELETE FROM experiment_tags WHERE experiment_id = $1 AND ${column} = $2`, [
      experimentId,
      value,
    ]);
  }
}
