import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { recordEnd } from './ended-experiment.queries.js';
import { type ExperimentJobRow, JOB_COLUMNS, LEASE } from './experiment-jobs.queries.js';
import { ExperimentEntity } from '../experiment.entity.js';

/** A job as its owner sees it: it may store results only while it is the owner. */
export interface JobClaim {
  id: number;
  owner: string;
}

/** A job that this server may run, with its experiment. */
export interface ClaimedJob extends ExperimentJobRow {
  /** Names the claim. */
  owner: string;
  sealedSecrets: Buffer | null;
  keyId: string | null;
  /** Whether another server has left it without a word. */
  isAbandoned: boolean;
  repetitions: number;
  isEphemeral: boolean;
  projectName: string | null;
  /** Row ID of who started it. */
  userId: number | null;
  /** Row ID of the project that the dataset is part of. */
  datasetProjectId: number | null;
}

const CLAIM_COLUMNS = `${JOB_COLUMNS}, j.owner, j.sealed_secrets AS "sealedSecrets",
  j.key_id AS "keyId", ${selectColumns(ExperimentEntity, 'e', ['repetitions', 'isEphemeral', 'projectName', 'userId'])},
  (SELECT d.project_id FROM datasets d WHERE d.id = e.dataset_id) AS "datasetProjectId"`;

const WAITING = `FROM experiment_jobs
  WHERE status = 'RUNNING' AND (lease_until IS NULL OR lease_until < now())`;

/** SQL of whether a job runs nowhere. */
export const JOBS_DUE = `EXISTS (SELECT ${WAITING})`;

/** Claims the oldest job that runs nowhere, and returns it; null if there is none. */
export async function claimJob(client: pg.ClientBase, owner: string): Promise<ClaimedJob | null> {
  const { rows } = await client.query<ClaimedJob>(
    `WITH next AS (
       SELECT id, owner IS NOT NULL AS "isAbandoned" ${WAITING}
        ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE experiment_jobs j SET owner = $1, lease_until = now() + ${LEASE}
       FROM next, experiments e
      WHERE j.id = next.id AND e.id = j.experiment_id
      RETURNING ${CLAIM_COLUMNS}, next."isAbandoned"`,
    [owner],
  );
  return rows[0] ?? null;
}

/** Extends claims. Returns those that are still valid, with the status of their jobs. */
export async function renewClaims(
  client: pg.ClientBase,
  owners: readonly string[],
): Promise<{ owner: string; status: ExperimentJobRow['status'] }[]> {
  if (owners.length === 0) return [];
  const { rows } = await client.query<{ owner: string; status: ExperimentJobRow['status'] }>(
    `UPDATE experiment_jobs SET lease_until = now() + ${LEASE}
      WHERE owner = ANY($1) RETURNING owner, status`,
    [owners],
  );
  return rows;
}

/** Finds and ends claims. A server can end only its own. */
@Injectable()
export class JobClaimsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Finds a job by its claim; null if the claim is no longer valid. */
  async findClaimed(owner: string): Promise<ClaimedJob | null> {
    const [row] = await this.database.query<ClaimedJob[]>(
      `SELECT ${CLAIM_COLUMNS}, false AS "isAbandoned"
         FROM experiment_jobs j JOIN experiments e ON e.id = j.experiment_id WHERE j.owner = $1`,
      [owner],
    );
    return row ?? null;
  }

  /** Ends a job, unless a user has stopped it before, and forgets its secrets. */
  async end(
    { id, owner }: JobClaim,
    end: Pick<ExperimentJobRow, 'status' | 'stopReason' | 'lastError'>,
  ): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      const [before] = await tx.query<{ status: ExperimentJobRow['status'] }[]>(
        'SELECT status FROM experiment_jobs WHERE id = $1 AND owner = $2 FOR NO KEY UPDATE',
        [id, owner],
      );
      await tx.query(
        `WITH job AS (
           UPDATE experiment_jobs
              SET stop_reason = CASE WHEN status = 'RUNNING' THEN $4 ELSE stop_reason END,
                  last_error = CASE WHEN status = 'RUNNING' THEN $5 ELSE last_error END,
                  ended_at = CASE WHEN status = 'RUNNING' THEN now() ELSE ended_at END,
                  status = CASE WHEN status = 'RUNNING' THEN $3 ELSE status END,
                  owner = NULL, lease_until = NULL, sealed_secrets = NULL, key_id = NULL
            WHERE id = $1 AND owner = $2 RETURNING id)
         INSERT INTO experiment_job_logs (job_id, category, level, message)
         SELECT id, 'EXPERIMENT', 'ERROR', $5::text FROM job WHERE $5::text IS NOT NULL`,
        [id, owner, end.status, end.stopReason, end.lastError],
      );
      if (before?.status === 'RUNNING') await recordEnd(tx, id);
    });
  }

  /** Releases a job, so that another server or a later claim continues it. */
  async release({ id, owner }: JobClaim, waitSeconds: number): Promise<void> {
    await this.database.query(
      `UPDATE experiment_jobs
          SET owner = NULL, lease_until = CASE WHEN $3 > 0 THEN now() + $3 * interval '1 s' END
        WHERE id = $1 AND owner = $2`,
      [id, owner, waitSeconds],
    );
  }
}
