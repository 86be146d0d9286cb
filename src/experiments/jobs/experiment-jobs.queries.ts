import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { UNPRICED_MODEL, UNPRICED_SPANS, UNPRICED_SUMS } from '../../spans/cost-details.js';
import type { SealedRow, SealedTable } from '../../sealing/seal-rotation.service.js';
import type { Sealed } from '../../sealing/sealing.service.js';
import type { UnpricedSums } from '../../tracing/graphql/cost.type.js';
import type { Slice } from '../experiments.queries.js';
import { recordEnd } from './ended-experiment.queries.js';
import { ExperimentJobEntity } from './experiment-job.entity.js';
import { ExperimentJobLogEntity } from './experiment-job-log.entity.js';
import type { JobTask } from './job-task.js';

/** A job without its secrets. Times are wire text. */
export type ExperimentJobRow = Omit<
  ExperimentJobEntity,
  'task' | 'sealedSecrets' | 'keyId' | 'owner' | 'leaseUntil'
> & {
  task: JobTask;
  datasetId: number;
  /** Of the attempt, in seconds; frozen when it ends. */
  secondsInAttempt: number;
};

export type ExperimentJobLogRow = ExperimentJobLogEntity;

/** Limits that stop a job. Null for none. */
export interface JobBudget {
  maxTokens: number | null;
  /** US dollars. */
  maxCost: number | null;
}

/** A job to store. The claim belongs to the server that stores it. */
export interface NewJob extends JobBudget {
  id: number;
  experimentId: number;
  task: JobTask;
  evaluatorIds: readonly number[];
  maxConcurrency: number;
  secrets: Sealed | null;
  runCount: number;
  owner: string;
}

/** How long a claim is valid without a sign of life. */
export const LEASE = `interval '10 s'`;

const PLAIN_COLUMNS = selectColumns(ExperimentJobEntity, 'j', {
  except: ['evaluatorIds', 'sealedSecrets', 'keyId', 'owner', 'leaseUntil'],
});

export const JOB_COLUMNS = `${PLAIN_COLUMNS}, to_json(j.evaluator_ids) AS "evaluatorIds",
  (SELECT e.dataset_id FROM experiments e WHERE e.id = j.experiment_id) AS "datasetId",
  extract(epoch FROM coalesce(j.ended_at, now()) - j.attempt_started_at)::float8 AS "secondsInAttempt"`;

const SELECT_SEALED = `SELECT j.id AS key, j.sealed_secrets AS sealed, j.key_id AS "keyId"
  FROM experiment_jobs j`;

/** SQL for jobs, except what the server that runs one does. */
@Injectable()
export class ExperimentJobsQueries implements SealedTable<number> {
  readonly name = 'experiment_jobs';

  constructor(private readonly database: DatabaseWriter) {}

  /** Binds secrets to their job. */
  contextOf(id: number): string {
    return `experiment_jobs:${id}`;
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<ExperimentJobRow[]> {
    return this.database.query(
      `SELECT ${JOB_COLUMNS} FROM experiment_jobs j WHERE j.id = ANY($1)`,
      [ids],
    );
  }

  /** In no particular order. Skips experiments that the server did not run. */
  findByExperiments(experimentIds: readonly number[]): Promise<ExperimentJobRow[]> {
    return this.database.query(
      `SELECT ${JOB_COLUMNS} FROM experiment_jobs j WHERE j.experiment_id = ANY($1)`,
      [experimentIds],
    );
  }

  /** Lists the same part of the jobs of each dataset, newest first. */
  slicesByDataset(
    datasetIds: readonly number[],
    { offset, limit }: Slice,
  ): Promise<ExperimentJobRow[]> {
    return this.database.query(
      `SELECT part.* FROM unnest($1::bigint[]) AS d (id) CROSS JOIN LATERAL (
         SELECT ${JOB_COLUMNS} FROM experiments x JOIN experiment_jobs j ON j.experiment_id = x.id
          WHERE x.dataset_id = d.id ORDER BY x.id DESC OFFSET $2 LIMIT $3) part`,
      [datasetIds, offset, limit],
    );
  }

  countsByDataset(datasetIds: readonly number[]): Promise<{ id: number; count: number }[]> {
    return this.database.query(
      `SELECT x.dataset_id AS id, count(*) AS count
         FROM experiments x JOIN experiment_jobs j ON j.experiment_id = x.id
        WHERE x.dataset_id = ANY($1) GROUP BY x.dataset_id`,
      [datasetIds],
    );
  }

  /** Lists the newest entries of each job, newest first. */
  listLogs(jobIds: readonly number[], { offset, limit }: Slice): Promise<ExperimentJobLogRow[]> {
    return this.database.query(
      `SELECT part.* FROM unnest($1::bigint[]) AS j (id) CROSS JOIN LATERAL (
         SELECT ${selectColumns(ExperimentJobLogEntity, 'l')}
           FROM experiment_job_logs l WHERE l.job_id = j.id
          ORDER BY l.id DESC OFFSET $2 LIMIT $3) part`,
      [jobIds, offset, limit],
    );
  }

  countLogs(jobIds: readonly number[]): Promise<{ id: number; count: number }[]> {
    return this.database.query(
      `SELECT job_id AS id, count(*) AS count FROM experiment_job_logs
        WHERE job_id = ANY($1) GROUP BY job_id`,
      [jobIds],
    );
  }

  /** Counts evaluations that have failed, and all, by experiment. */
  countEvaluations(
    experimentIds: readonly number[],
  ): Promise<{ experimentId: number; count: number; failedCount: number }[]> {
    return this.database.query(
      `SELECT experiment_id AS "experimentId", count(*) AS count,
              count(*) FILTER (WHERE is_failed) AS "failedCount"
         FROM experiment_run_annotations WHERE experiment_id = ANY($1) GROUP BY experiment_id`,
      [experimentIds],
    );
  }

  /** The models without a price that the traces of runs and of their evaluations name. */
  readUnpriced(
    experimentIds: readonly number[],
  ): Promise<(UnpricedSums & { experimentId: number })[]> {
    return this.database.query(
      `SELECT r.experiment_id AS "experimentId", ${UNPRICED_SUMS}
         FROM (SELECT experiment_id, trace_id FROM experiment_runs WHERE experiment_id = ANY($1)
                UNION
               SELECT experiment_id, trace_id FROM experiment_run_annotations
                WHERE experiment_id = ANY($1)) r
         JOIN traces seen ON seen.trace_id = r.trace_id
         JOIN (${UNPRICED_SPANS}) d ON d.trace_id = seen.trace_id
        GROUP BY r.experiment_id, ${UNPRICED_MODEL}`,
      [experimentIds],
    );
  }

  /** Reserves the ID of a new job, which its seal contains. */
  async reserveId(): Promise<number> {
    const [row] = await this.database.query<{ id: number }[]>(
      `SELECT nextval('experiment_jobs_id_seq') AS id`,
    );
    return row!.id;
  }

  async insert(tx: EntityManager, job: NewJob): Promise<void> {
    await tx.query(
      `INSERT INTO experiment_jobs (id, experiment_id, status, task, evaluator_ids,
         max_concurrency, sealed_secrets, key_id, max_tokens, max_cost, attempt_run_count, owner,
         lease_until)
       VALUES ($1, $2, 'RUNNING', $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + ${LEASE})`,
      [
        job.id,
        job.experimentId,
        payloadText(job.task as unknown as JsonObject),
        job.evaluatorIds,
        job.maxConcurrency,
        job.secrets?.sealed ?? null,
        job.secrets?.keyId ?? null,
        job.maxTokens,
        job.maxCost,
        job.runCount,
        job.owner,
      ],
    );
  }

  /** Finds a job and locks it until the transaction ends. */
  async lock(
    tx: EntityManager,
    experimentId: number,
  ): Promise<(ExperimentJobRow & { secondsSinceToggle: number | null }) | null> {
    const [row] = await tx.query<(ExperimentJobRow & { secondsSinceToggle: number | null })[]>(
      `SELECT ${JOB_COLUMNS},
              extract(epoch FROM now() - j.toggled_at)::float8 AS "secondsSinceToggle"
         FROM experiment_jobs j WHERE j.experiment_id = $1 FOR NO KEY UPDATE`,
      [experimentId],
    );
    return row ?? null;
  }

  /** Stops a job that runs. Its owner stays, to store the answers that have arrived. */
  async stop(
    tx: EntityManager,
    id: number,
    reason: NonNullable<ExperimentJobRow['stopReason']>,
  ): Promise<void> {
    await tx.query(
      `UPDATE experiment_jobs
          SET status = 'STOPPED', stop_reason = $2, ended_at = now(), sealed_secrets = NULL,
              key_id = NULL, toggled_at = CASE WHEN $2 = 'USER' THEN now() ELSE toggled_at END
        WHERE id = $1`,
      [id, reason],
    );
    await recordEnd(tx, id);
  }

  /** Begins another attempt. Whoever still works on the last one can no longer store anything. */
  async resume(
    tx: EntityManager,
    id: number,
    { maxTokens, maxCost, secrets }: JobBudget & { secrets: Sealed | null },
  ): Promise<void> {
    await tx.query(
      `UPDATE experiment_jobs j
          SET status = 'RUNNING', stop_reason = NULL, last_error = NULL, toggled_at = now(),
              attempt = j.attempt + 1, attempt_started_at = now(), ended_at = NULL,
              attempt_done_count = 0, owner = NULL, lease_until = NULL,
              attempt_run_count = (
                SELECT e.example_count::bigint * e.repetitions - (
                         SELECT count(*) FROM experiment_runs r
                          WHERE r.experiment_id = e.id AND NOT r.is_failed)
                  FROM experiments e WHERE e.id = j.experiment_id),
              max_tokens = $2, max_cost = $3, sealed_secrets = $4, key_id = $5
        WHERE j.id = $1`,
      [id, maxTokens, maxCost, secrets?.sealed ?? null, secrets?.keyId ?? null],
    );
  }

  findSealedByOthers(
    keyId: string,
    after: number | null,
    limit: number,
  ): Promise<SealedRow<number>[]> {
    return this.database.query(
      `${SELECT_SEALED} WHERE j.key_id <> $1 AND ($2::bigint IS NULL OR j.id > $2)
        ORDER BY j.id LIMIT $3`,
      [keyId, after, limit],
    );
  }

  async reseal(before: SealedRow<number>, after: Sealed): Promise<boolean> {
    const [, count] = await this.database.query<[unknown, number]>(
      `UPDATE experiment_jobs SET sealed_secrets = $4, key_id = $5
        WHERE id = $1 AND key_id = $2 AND sealed_secrets = $3`,
      [before.key, before.keyId, before.sealed, after.sealed, after.keyId],
    );
    return count > 0;
  }
}
