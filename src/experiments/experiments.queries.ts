import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SqlWhere } from '../common/sql/sql-where.js';
import type { ExperimentRow } from './experiment.entity.js';

export const EXPERIMENT_COLUMNS = `e.id, e.dataset_id AS "datasetId",
  e.dataset_version_id AS "datasetVersionId", e.name, e.description, e.repetitions, e.metadata,
  e.project_name AS "projectName", e.is_ephemeral AS "isEphemeral",
  e.example_count AS "exampleCount", e.user_id AS "userId", e.created_at AS "createdAt",
  e.updated_at AS "updatedAt"`;

/** Which experiments a list shows; an absent member leaves nothing out. */
export interface ExperimentFilter {
  datasetId?: number;
  datasetVersionId?: number;
  includeEphemeral: boolean;
  /** Part of the folded name or description; empty for all. */
  foldedPart?: string;
  ids?: readonly number[];
}

/** Where a list is read: `offset` rows are left out, then at most `limit` are read. */
export interface Slice {
  offset: number;
  limit: number;
}

/** SQL that reads experiments. */
@Injectable()
export class ExperimentsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager | DataSource = this.dataSource,
  ): Promise<ExperimentRow[]> {
    return tx.query(`SELECT ${EXPERIMENT_COLUMNS} FROM experiments e WHERE e.id = ANY($1)`, [ids]);
  }

  /** Newest first, beginning with the row `from` when there is one; ephemeral ones as well. */
  page(datasetId: number, from: number | null, limit: number): Promise<ExperimentRow[]> {
    const where = new SqlWhere().andEqual('e.dataset_id', datasetId);
    if (from !== null) where.and(`e.id <= ${where.bind(from)}`);
    return this.newestFirst(where, { offset: 0, limit });
  }

  /** Newest first. */
  slice(filter: ExperimentFilter, slice: Slice): Promise<ExperimentRow[]> {
    return this.newestFirst(conditions(filter), slice);
  }

  async count(filter: ExperimentFilter): Promise<number> {
    const where = conditions(filter);
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*) FROM experiments e ${where.toString()}`,
      where.parameters,
    );
    return row?.count ?? 0;
  }

  private newestFirst(where: SqlWhere, { offset, limit }: Slice): Promise<ExperimentRow[]> {
    return this.dataSource.query(
      `SELECT ${EXPERIMENT_COLUMNS} FROM experiments e ${where.toString()}
        ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}`,
      where.parameters,
    );
  }
}

/** Adds the conditions of a filter on experiments `e`. */
export function conditions(filter: ExperimentFilter, where = new SqlWhere()): SqlWhere {
  const { datasetId, datasetVersionId, includeEphemeral, foldedPart, ids } = filter;
  where.andEqual('e.dataset_id', datasetId).andEqual('e.dataset_version_id', datasetVersionId);
  if (!includeEphemeral) where.and('NOT e.is_ephemeral');
  if (ids) where.and(`e.id = ANY(${where.bind(ids)})`);
  // Not LIKE, in which % and _ would mean something.
  if (foldedPart) where.and(`strpos(e.text_folded, ${where.bind(foldedPart)}) > 0`);
  return where;
}
