import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { ExperimentRow } from './experiment.entity.js';
import { EXPERIMENT_COLUMNS } from './experiments.queries.js';

/** An experiment to store. */
export interface NewExperiment {
  datasetId: number;
  /** A version of that dataset; null means the newest. */
  versionId: number | null;
  /** Only examples in at least one of these; empty means all. */
  splitIds: readonly number[];
  name: string;
  description: string | null;
  textFolded: string;
  /** JSON text. */
  metadata: string;
  repetitions: number;
  projectName: string | null;
  userId: number | null;
}

/** Whether a server works on a job `j`. */
const IS_BUSY = 'j.owner IS NOT NULL AND j.lease_until > now()';

/** SQL that creates, changes and deletes experiments in the caller's transaction. */
@Injectable()
export class ExperimentChangesQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Creates an experiment with its examples as they are at its version. Uses a single statement, so
   * that version and examples match even during other writes. Reads versions before the newest from
   * the revisions.
   * @returns null if the dataset has no version.
   */
  async insert(tx: EntityManager, experiment: NewExperiment): Promise<ExperimentRow | null> {
    const inSplits =
      experiment.splitIds.length === 0
        ? ''
        : `AND x.id IN (SELECT example_id FROM dataset_split_examples
                         WHERE split_id = ANY($3) AND dataset_id = $1)`;
    const [row] = await tx.query<ExperimentRow[]>(
      `WITH version AS MATERIALIZED (
         SELECT coalesce($2, newest.id) AS id, coalesce($2, newest.id) = newest.id AS is_newest
           FROM (SELECT max(id) AS id FROM dataset_versions WHERE dataset_id = $1) newest
          WHERE newest.id IS NOT NULL
       ), snapshot AS MATERIALIZED (
         SELECT x.id, x.revision_id FROM dataset_examples x
          WHERE (SELECT is_newest FROM version) AND x.dataset_id = $1 AND x.is_live ${inSplits}
         UNION ALL
         SELECT x.id, r.id FROM dataset_examples x
          CROSS JOIN LATERAL (
            SELECT r.id, r.kind FROM dataset_example_revisions r
             WHERE r.example_id = x.id AND r.version_id <= (SELECT id FROM version)
             ORDER BY r.version_id DESC LIMIT 1) r
          WHERE NOT (SELECT is_newest FROM version) AND x.dataset_id = $1
            AND x.created_version_id <= (SELECT id FROM version) AND r.kind <> 'DELETE' ${inSplits}
       ), experiment AS (
         INSERT INTO experiments AS e (dataset_id, dataset_version_id, name, description,
           text_folded, metadata, repetitions, project_name, user_id, example_count)
         SELECT $1, version.id, $4, $5, $6, $7, $8, $9, $10, (SELECT count(*) FROM snapshot)
           FROM version
         RETURNING ${EXPERIMENT_COLUMNS}
       ), examples AS (
         INSERT INTO experiment_examples (experiment_id, example_id, revision_id)
         SELECT e.id, s.id, s.revision_id FROM experiment e CROSS JOIN snapshot s
       ), splits AS (
         INSERT INTO experiment_splits (experiment_id, split_id)
         SELECT e.id, split_id FROM experiment e CROSS JOIN unnest($3::bigint[]) AS split_id
       )
       SELECT * FROM experiment`,
      [
        experiment.datasetId,
        experiment.versionId,
        experiment.splitIds,
        experiment.name,
        experiment.description,
        experiment.textFolded,
        experiment.metadata,
        experiment.repetitions,
        experiment.projectName,
        experiment.userId,
      ],
    );
    return row ?? null;
  }

  /** Locks the experiment against other changes. Its runs can still be stored. */
  async hold(tx: EntityManager, id: number): Promise<ExperimentRow | null> {
    const [row] = await tx.query<ExperimentRow[]>(
      `SELECT ${EXPERIMENT_COLUMNS} FROM experiments e WHERE e.id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    return row ?? null;
  }

  /** @param metadata JSON text; null leaves it unchanged. */
  async update(
    tx: EntityManager,
    id: number,
    texts: { name: string; description: string | null; textFolded: string },
    metadata: string | null,
  ): Promise<void> {
    await tx.query(
      `UPDATE experiments SET name = $2, description = $3, text_folded = $4,
              metadata = coalesce($5::json, metadata), updated_at = now()
        WHERE id = $1`,
      [id, texts.name, texts.description, texts.textFolded, metadata],
    );
  }

  /** Returns whether a tag points to the experiment. */
  async isTagged(tx: EntityManager, id: number, tag: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT FROM experiment_tags WHERE experiment_id = $1 AND name = $2',
      [id, tag],
    );
    return rows.length > 0;
  }

  async setEphemeral(tx: EntityManager, id: number, isEphemeral: boolean): Promise<void> {
    await tx.query('UPDATE experiments SET is_ephemeral = $2, updated_at = now() WHERE id = $1', [
      id,
      isEphemeral,
    ]);
  }

  /** Finds and locks ephemeral experiments that have not been edited for a day. */
  holdExpired(
    tx: EntityManager,
    limit: number,
  ): Promise<{ id: number; projectName: string | null }[]> {
    return tx.query(
      `SELECT id, project_name AS "projectName" FROM experiments
        WHERE is_ephemeral AND updated_at < now() - interval '1 day'
          AND NOT EXISTS (SELECT FROM experiment_jobs j
                           WHERE j.experiment_id = experiments.id AND j.status = 'RUNNING')
        ORDER BY updated_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /** Finds the experiments of a dataset that the server runs or has not quite stopped. */
  async findBusy(datasetId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT j.experiment_id AS id FROM experiment_jobs j JOIN experiments e ON e.id = j.experiment_id
        WHERE e.dataset_id = $1 AND (j.status = 'RUNNING' OR ${IS_BUSY})`,
      [datasetId],
    );
    return rows.map(({ id }) => id);
  }

  /** Stops the jobs of experiments that the server runs. */
  async stopJobs(ids: readonly number[]): Promise<void> {
    await this.database.query(
      `UPDATE experiment_jobs SET status = 'STOPPED', stop_reason = 'USER', ended_at = now()
        WHERE experiment_id = ANY($1) AND status = 'RUNNING'`,
      [ids],
    );
  }

  /** Returns whether a server still works on jobs that were stopped. */
  async areJobsBusy(ids: readonly number[]): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT FROM experiment_jobs j WHERE j.experiment_id = ANY($1) AND ${IS_BUSY}`,
      [ids],
    );
    return rows.length > 0;
  }

  /** Also deletes runs, evaluations and tags. */
  async remove(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM experiments WHERE id = ANY($1)', [ids]);
  }
}
