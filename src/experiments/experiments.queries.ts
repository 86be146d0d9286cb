import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import { SqlWhere } from '../kernel/sql/sql-where.js';
import { ExperimentEntity, type ExperimentRow } from './experiment.entity.js';

export const EXPERIMENT_COLUMNS = selectColumns(ExperimentEntity, 'e', { except: ['textFolded'] });

/** Selects experiments to list. Absent fields select all. */
export interface ExperimentFilter {
  datasetId?: number;
  datasetVersionId?: number;
  includeEphemeral: boolean;
  /** Part of the folded name or description; empty selects all. */
  foldedPart?: string;
  ids?: readonly number[];
}

/** Part of a list: skips `offset` rows, then reads at most `limit`. */
export interface Slice {
  offset: number;
  limit: number;
}

/** Totals over the runs of an experiment. */
export interface RunFigures {
  experimentId: number;
  runCount: number;
  failedRunCount: number;
  /** Of the repetitions and examples that the experiment was created with. */
  plannedRunCount: number;
  /** Includes failed runs; null without runs. */
  averageLatencyMs: number | null;
}

/** SQL that reads experiments. */
@Injectable()
export class ExperimentsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<ExperimentRow[]> {
    return tx.query(`SELECT ${EXPERIMENT_COLUMNS} FROM experiments e WHERE e.id = ANY($1)`, [ids]);
  }

  /** Newest first, starting with the row `from` if given. Includes ephemeral ones. */
  listPage(datasetId: number, from: number | null, limit: number): Promise<ExperimentRow[]> {
    const where = new SqlWhere().andEqual('e.dataset_id', datasetId);
    if (from !== null) where.and(`e.id <= ${where.bind(from)}`);
    return this.listNewestFirst(where, { offset: 0, limit });
  }

  /** Newest first. */
  listSlice(filter: ExperimentFilter, slice: Slice): Promise<ExperimentRow[]> {
    return this.listNewestFirst(addConditions(filter), slice);
  }

  async count(filter: ExperimentFilter): Promise<number> {
    const where = addConditions(filter);
    const [row] = await this.database.query<{ count: number }[]>(
      `SELECT count(*) FROM experiments e ${where.toString()}`,
      where.parameters,
    );
    return row?.count ?? 0;
  }

  /** Returns the positions of experiments among all experiments of their dataset, starting at 1. */
  readSequenceNumbers(ids: readonly number[]): Promise<{ id: number; sequenceNumber: number }[]> {
    return this.database.query(
      `SELECT id, number AS "sequenceNumber" FROM (
         SELECT e.id, row_number() OVER (PARTITION BY e.dataset_id ORDER BY e.id) AS number
           FROM experiments e
          WHERE e.dataset_id IN (SELECT dataset_id FROM experiments WHERE id = ANY($1))) numbered
        WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** Returns when experiments were last edited or got their newest run. */
  readLastUpdates(ids: readonly number[]): Promise<{ id: number; at: string }[]> {
    return this.database.query(
      `SELECT e.id, greatest(e.updated_at, newest.created_at) AS at FROM experiments e
         LEFT JOIN LATERAL (
           SELECT r.created_at FROM experiment_runs r WHERE r.experiment_id = e.id
            ORDER BY r.id DESC LIMIT 1) newest ON true
        WHERE e.id = ANY($1)`,
      [ids],
    );
  }

  /** Returns the splits to which experiments were limited. */
  readSplitIds(ids: readonly number[]): Promise<{ experimentId: number; splitId: number }[]> {
    return this.database.query(
      `SELECT experiment_id AS "experimentId", split_id AS "splitId" FROM experiment_splits
        WHERE experiment_id = ANY($1)`,
      [ids],
    );
  }

  /** Returns the same part of each dataset's list, newest first. */
  listByDataset(
    datasetIds: readonly number[],
    filter: ExperimentFilter,
    { offset, limit }: Slice,
  ): Promise<ExperimentRow[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    addConditions(filter, where).and('e.dataset_id = d.id');
    return this.database.query(
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS d (id) CROSS JOIN LATERAL (
         SELECT ${EXPERIMENT_COLUMNS} FROM experiments e ${where.toString()}
          ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}) page`,
      where.parameters,
    );
  }

  /** Skips datasets without experiments. */
  countByDataset(
    datasetIds: readonly number[],
    filter: ExperimentFilter,
  ): Promise<{ datasetId: number; count: number }[]> {
    const where = new SqlWhere();
    where.and(`e.dataset_id = ANY(${where.bind(datasetIds)})`);
    addConditions(filter, where);
    return this.database.query(
      `SELECT e.dataset_id AS "datasetId", count(*) AS count FROM experiments e
        ${where.toString()} GROUP BY e.dataset_id`,
      where.parameters,
    );
  }

  /** Skips experiments without runs. */
  readRunFigures(ids: readonly number[]): Promise<RunFigures[]> {
    return this.database.query(
      `SELECT r.experiment_id AS "experimentId", count(*) AS "runCount",
              count(*) FILTER (WHERE r.is_failed) AS "failedRunCount",
              count(s.example_id) FILTER (WHERE r.repetition_number <= e.repetitions)
                AS "plannedRunCount",
              avg(r.latency_ms) AS "averageLatencyMs"
         FROM experiment_runs r JOIN experiments e ON e.id = r.experiment_id
         LEFT JOIN experiment_examples s
           ON s.experiment_id = r.experiment_id AND s.example_id = r.example_id
        WHERE r.experiment_id = ANY($1) GROUP BY r.experiment_id`,
      [ids],
    );
  }

  private listNewestFirst(where: SqlWhere, { offset, limit }: Slice): Promise<ExperimentRow[]> {
    return this.database.query(
      `SELECT ${EXPERIMENT_COLUMNS} FROM experiments e ${where.toString()}
        ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}`,
      where.parameters,
    );
  }
}

/** Adds the conditions of a filter on experiments `e`. */
export function addConditions(filter: ExperimentFilter, where = new SqlWhere()): SqlWhere {
  const { datasetId, datasetVersionId, includeEphemeral, foldedPart, ids } = filter;
  where.andEqual('e.dataset_id', datasetId).andEqual('e.dataset_version_id', datasetVersionId);
  if (!includeEphemeral) where.and('NOT e.is_ephemeral');
  if (ids) where.and(`e.id = ANY(${where.bind(ids)})`);
  // Not LIKE, in which % and _ are wildcards.
  if (foldedPart) where.and(`strpos(e.text_folded, ${where.bind(foldedPart)}) > 0`);
  return where;
}
