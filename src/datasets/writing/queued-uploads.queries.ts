import type pg from 'pg';
import { STAGED_COLUMNS } from './encode-rows.js';
import type { UploadAction, UploadOutcome } from './dataset-upload.js';
import type { StagedUpload } from './merge-rows.js';

/** What is kept of a row; a trace is never known of an upload. */
const KEPT_COLUMNS = STAGED_COLUMNS.filter((column) => column !== 'trace_id').join(', ');

const IS_WAITING = `status IN ('QUEUED', 'RUNNING')`;

/** Uploads of one dataset are merged in the order in which they came. */
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

/** Keeps an upload with the rows that are staged; gives its row id. */
export async function keepUpload(
  client: pg.ClientBase,
  upload: StagedUpload,
  rowCount: number,
): Promise<number> {
  const { name, action, description, areSplitsProvided, userId } = upload;
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO dataset_uploads (name, action, description, are_splits_provided, user_id, row_count)
     VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id`,
    [name, action, description, areSplitsProvided, userId, rowCount],
  );
  const { id } = rows[0]!;
  await client.query(
    `INSERT INTO dataset_upload_rows (upload_id, ${KEPT_COLUMNS})
     SELECT $1, ${KEPT_COLUMNS} FROM staged_rows`,
    [id],
  );
  return id;
}

/**
 * Marks the next upload that nobody is merging as running.
 * @returns its row id, or null when there is none.
 */
export async function startNext(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    `UPDATE dataset_uploads
     SET status = 'RUNNING'
     WHERE id = (
       SELECT id FROM dataset_uploads u
       WHERE ${IS_WAITING} AND ${IS_FIRST}
       ORDER BY id
       LIMIT 1
       FOR UPDATE SKIP LOCKED
     )
     RETURNING id`,
  );
  return rows[0]?.id ?? null;
}

/** Takes an upload, so that nobody else merges it; null when somebody has, or does already. */
export async function holdUpload(client: pg.ClientBase, id: number): Promise<StagedUpload | null> {
  const { rows } = await client.query<StagedUpload & { action: UploadAction }>(
    `SELECT name, action, description, are_splits_provided AS "areSplitsProvided",
            user_id AS "userId"
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
  { datasetId, createdCount, updatedCount, deletedCount }: UploadOutcome,
): Promise<void> {
  await client.query(
    `UPDATE dataset_uploads
     SET status = 'DONE', finished_at = now(), dataset_id = $2,
         created_count = $3, updated_count = $4, deleted_count = $5
     WHERE id = $1`,
    [id, datasetId, createdCount, updatedCount, deletedCount],
  );
  await forgetRows(client, id);
}

export async function failUpload(client: pg.ClientBase, id: number, error: string): Promise<void> {
  await client.query(
    `UPDATE dataset_uploads
     SET status = 'FAILED', finished_at = now(), error = $2
     WHERE id = $1 AND ${IS_WAITING}`,
    [id, error],
  );
  await forgetRows(client, id);
}

/** Removes some of those that ended long ago; more than one, so that they do not pile up. */
export async function forgetFinished(client: pg.ClientBase, days: number): Promise<void> {
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

async function forgetRows(client: pg.ClientBase, id: number): Promise<void> {
  await client.query('DELETE FROM dataset_upload_rows WHERE upload_id = $1', [id]);
}
