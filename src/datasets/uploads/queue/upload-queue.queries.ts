import type pg from 'pg';
import type { WritingPool } from '../../merging/writing-pools.js';
import type { MergeOutcome } from '../../merging/dataset-merge.js';
import { STAGED_COLUMNS } from '../../merging/encode-rows.js';
import type { UploadHead } from '../contents/parsed-upload.js';

/** The stored columns of a row. Uploads do not contain the trace of a span. */
const KEPT_COLUMNS = STAGED_COLUMNS.filter((column) => column !== 'trace_id').join(', ');

const IS_WAITING = `status IN ('QUEUED', 'RUNNING')`;

/** Uploads to one dataset are merged in order of arrival. */
const IS_FIRST = `NOT EXISTS (
  SELECT FROM dataset_uploads earlier
  WHERE earlier.status IN ('QUEUED', 'RUNNING') AND earlier.name = u.name AND earlier.id < u.id
)`;

export async function countWaiting(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) FROM dataset_uploads WHERE ${IS_WAITING}`,
  );
  return rows[0]?.count ?? 0;
}

/** Stores an upload with the staged rows. Returns its row ID. */
export async function insertUpload(
  client: pg.ClientBase,
  upload: UploadHead,
  rowCount: number,
): Promise<number> {
  const { name, action, description, areSplitsProvided, userId, projectId } = upload;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO dataset_uploads (name, action, description, are_splits_provided, user_id, row_count,
                                  project_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     RETURNING id`,
    [name, action, description, areSplitsProvided, userId, rowCount, projectId],
  );
  const { id } = rows[0]!;
  await client.query(
    `INSERT INTO dataset_upload_rows (upload_id, ${KEPT_COLUMNS})
     SELECT $1, ${KEPT_COLUMNS} FROM staged_rows`,
    [id],
  );
  return id;
}

/** An upload that is being merged. */
export interface StartedUpload {
  id: number;
  name: string;
  userId: number | null;
  projectId: number | null;
}

/**
 * Marks the next upload that no server is merging as running. Returns null if none is waiting.
 */
export async function startNext(client: pg.ClientBase): Promise<StartedUpload | null> {
  const { rows } = await client.query<StartedUpload>(
    `UPDATE dataset_uploads
     SET status = 'RUNNING'
     WHERE id = (
       SELECT id FROM dataset_uploads u
       WHERE ${IS_WAITING} AND ${IS_FIRST}
       ORDER BY id
       LIMIT 1
       FOR UPDATE SKIP LOCKED
     )
     RETURNING id, name, user_id AS "userId", project_id AS "projectId"`,
  );
  return rows[0] ?? null;
}

/** Returns whether a dataset has this name, if the connection can see it. */
export async function isNameKnown(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM datasets WHERE name = $1', [name]);
  return rowCount !== 0;
}

/** Returns whether a project exists, if the connection can see it. */
export async function isProjectKnown(client: pg.ClientBase, id: number): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM projects WHERE id = $1', [id]);
  return rowCount !== 0;
}

/** Returns whether an upload exists, if the connection can see it. */
export async function isUploadKnown(client: pg.ClientBase, id: number): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM dataset_uploads WHERE id = $1', [id]);
  return rowCount !== 0;
}

/** Locks an upload for merging. Returns null if another server is merging it or has merged it. */
export async function lockUpload(
  client: pg.ClientBase,
  id: number,
): Promise<(UploadHead & { rowCount: number }) | null> {
  const { rows } = await client.query<UploadHead & { rowCount: number }>(
    `SELECT name, action, description, are_splits_provided AS "areSplitsProvided",
            user_id AS "userId", project_id AS "projectId", row_count AS "rowCount"
     FROM dataset_uploads
     WHERE id = $1 AND ${IS_WAITING}
     FOR UPDATE SKIP LOCKED`,
    [id],
  );
  return rows[0] ?? null;
}

export async function finishUpload(
  client: pg.ClientBase,
  id: number,
  { datasetId, createdCount, updatedCount, deletedCount }: MergeOutcome,
): Promise<void> {
  await client.query(
    `UPDATE dataset_uploads
     SET status = 'DONE', finished_at = now(), dataset_id = $2,
         created_count = $3, updated_count = $4, deleted_count = $5
     WHERE id = $1`,
    [id, datasetId, createdCount, updatedCount, deletedCount],
  );
  await deleteRows(client, id);
}

export async function failUpload(client: pg.ClientBase, id: number, error: string): Promise<void> {
  await client.query(
    `UPDATE dataset_uploads
     SET status = 'FAILED', finished_at = now(), error = $2
     WHERE id = $1 AND ${IS_WAITING}`,
    [id, error],
  );
  await deleteRows(client, id);
}

/**
 * Deletes a few uploads that finished long ago. Deletes more than one at a time, so that they do
 * not pile up.
 */
export async function deleteFinished(client: pg.ClientBase, days: number): Promise<void> {
  await client.query(
    `DELETE FROM dataset_uploads
     WHERE id IN (
       SELECT id FROM dataset_uploads
       WHERE finished_at < now() - make_interval(days => $1)
       ORDER BY finished_at
       LIMIT 10
       FOR UPDATE SKIP LOCKED
     )`,
    [days],
  );
}

async function deleteRows(client: pg.ClientBase, id: number): Promise<void> {
  await client.query('DELETE FROM dataset_upload_rows WHERE upload_id = $1', [id]);
}

/** Returns the process that serves a connection. */
export async function findBackend(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

/** Cancels the running statement of another connection. */
export async function cancelBackend(pool: WritingPool, pid: number): Promise<void> {
  await pool.query('SELECT pg_cancel_backend($1::integer)', [pid]);
}
