import type pg from 'pg';
import { type ExperimentJobRow, JOB_COLUMNS, LEASE } from './experiment-jobs.queries.js';

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
}

const CLAIM_COLUMNS = `${JOB_COLUMNS}, j.owner, j.sealed_secrets AS "sealedSecrets",
  j.key_id AS "keyId", e.repetitions, e.is_ephemeral AS "isEphemeral",
  e.project_name AS "projectName"`;

/** Claims the oldest job that runs nowhere, and returns it; null if there is none. */
export async function claimJob(client: pg.ClientBase, owner: string): Promise<ClaimedJob | null> {
  const { rows } = await client.query<ClaimedJob>(
    `WITH next AS (
       SELECT id, owner IS NOT NULL AS "isAbandoned" FROM experiment_jobs
        WHERE status = 'RUNNING' AND (lease_until IS NULL OR lease_until < now())
        ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE experiment_jobs j SET owner = $1, lease_until = now() + ${LEASE}
       FROM next, experiments e
      WHERE j.id = next.id AND e.id = j.experiment_id
      RETURNING ${CLAIM_COLUMNS}, next."isAbandoned"`,
    [owner],
  );
  return rows[0] ?? null;
}

/** Finds a job by its claim, `$1`. */
export const SELECT_CLAIMED = `SELECT ${CLAIM_COLUMNS}, false AS "isAbandoned"
  FROM experiment_jobs j JOIN experiments e ON e.id = j.experiment_id WHERE j.owner = $1`;

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
