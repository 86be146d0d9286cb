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

/** What the runs of an experiment add up to. */
export interface RunFigures {
  experimentId: number;
  runCount: number;
  failedRunCount: number;
  /** Of failed runs as well; null without runs. */
  averageLatencyMs: number | null;
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
    return this.listNewestFirst(where, { offset: 0, limit });
  }

  /** Newest first. */
  slice(filter: ExperimentFilter, slice: Slice): Promise<ExperimentRow[]> {
    return this.listNewestFirst(addConditions(filter), slice);
  }

  async count(filter: ExperimentFilter): Promise<number> {
    const where = addConditions(filter);
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*) FROM experiments e ${where.toString()}`,
      where.parameters,
    );
    return row?.count ?? 0;
  }

  /** The places of experiments among all of their dataset, counted from 1. */
  sequenceNumbers(ids: readonly number[]): Promise<{ id: number; sequenceNumber: number }[]> {
    return this.dataSource.query(
      `SELECT id, number AS "sequenceNumber" FROM (
         SELECT e.id, row_number() OVER (PARTITION BY e.dataset_id ORDER BY e.id) AS number
           FROM experiments e
          WHERE e.dataset_id IN (SELECT dataset_id FROM experiments WHERE id = ANY($1))) numbered
        WHERE id = ANY($1)`,
      [ids],
    );
  }

  /** When experiments were edited last, or got their newest run. */
  lastUpdates(ids: readonly number[]): Promise<{ id: number; at: string }[]> {
    return this.dataSource.query(
      `SELECT e.id, greatest(e.updated_at, newest.created_at) AS at FROM experiments e
         LEFT JOIN LATERAL (
           SELECT r.created_at FROM experiment_runs r WHERE r.experiment_id = e.id
            ORDER BY r.id DESC LIMIT 1) newest ON true
        WHERE e.id = ANY($1)`,
      [ids],
    );
  }

  /** The splits that experiments were limited to. */
  splitIds(ids: readonly number[]): Promise<{ experimentId: number; splitId: number }[]> {
    return this.dataSource.query(
      `SELECT experiment_id AS "experimentId", split_id AS "splitId" FROM experiment_splits
        WHERE experiment_id = ANY($1)`,
      [ids],
    );
  }

  /** The same part of each dataset's list, newest first. */
  sliceOfDatasets(
    datasetIds: readonly number[],
    filter: ExperimentFilter,
    { offset, limit }: Slice,
  ): Promise<ExperimentRow[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    addConditions(filter, where).and('e.dataset_id = d.id');
    return this.dataSource.query(
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS d (id) CROSS JOIN LATERAL (
         SELECT ${EXPERIMENT_COLUMNS} FROM experiments e ${where.toString()}
          ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}) page`,
      where.parameters,
    );
  }

  /** Datasets without experiments are left out. */
  countsOfDatasets(
    datasetIds: readonly number[],
    filter: ExperimentFilter,
  ): Promise<{ datasetId: number; count: number }[]> {
    const where = new SqlWhere();
    where.and(`e.dataset_id = ANY(${where.bind(datasetIds)})`);
    addConditions(filter, where);
    return this.dataSource.query(
      `SELECT e.dataset_id AS "datasetId", count(*) AS count FROM experiments e
        ${where.toString()} GROUP BY e.dataset_id`,
      where.parameters,
    );
  }

  /** Experiments without runs are left out. */
  runFigures(ids: readonly number[]): Promise<RunFigures[]> {
    return this.dataSource.query(
      `SELECT experiment_id AS "experimentId", count(*) AS "runCount",
              count(*) FILTER (WHERE is_failed) AS "failedRunCount",
              avg(latency_ms) AS "averageLatencyMs"
         FROM experiment_runs WHERE experiment_id = ANY($1) GROUP BY experiment_id`,
      [ids],
    );
  }

  private listNewestFirst(where: SqlWhere, { offset, limit }: Slice): Promise<ExperimentRow[]> {
    return this.dataSource.query(
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
  // Not LIKE, in which % and _ would mean something.
  if (foldedPart) where.and(`strpos(e.text_folded, ${where.bind(foldedPart)}) > 0`);
  return where;
}
