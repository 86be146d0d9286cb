import type pg from 'pg';
import type { WritingPool } from '../merging/writing-pools.js';

/**
 * Lists what the metadata of the versions of a dataset have under a key, newest first; null if the dataset
 * does not exist.
 */
export async function listMarks(
  pool: WritingPool,
  datasetName: string,
  key: string,
): Promise<(string | null)[] | null> {
  const { rows } = await pool.query<{ marks: (string | null)[] }>(
    `SELECT ARRAY(SELECT v.metadata ->> $2::text FROM dataset_versions v
                   WHERE v.dataset_id = d.id ORDER BY v.id DESC) AS marks
       FROM datasets d WHERE d.name = $1`,
    [datasetName, key],
  );
  return rows[0]?.marks ?? null;
}

/** Finds the newest version whose metadata have a mark under a key. */
export async function findMarkedVersion(
  pool: WritingPool,
  datasetName: string,
  key: string,
  mark: string,
): Promise<{ datasetId: number; versionId: number } | null> {
  const { rows } = await pool.query<{ datasetId: number; versionId: number }>(
    `SELECT d.id AS "datasetId", v.id AS "versionId"
       FROM datasets d JOIN dataset_versions v ON v.dataset_id = d.id
      WHERE d.name = $1 AND v.metadata ->> $2::text = $3
      ORDER BY v.id DESC LIMIT 1`,
    [datasetName, key, mark],
  );
  return rows[0] ?? null;
}

/** Finds examples by their own IDs, also those that were deleted since. */
export async function findExternal(
  pool: WritingPool,
  datasetId: number,
  externalIds: readonly string[],
): Promise<{ id: number; externalId: string }[]> {
  const { rows } = await pool.query<{ id: number; externalId: string }>(
    `SELECT id, external_id AS "externalId" FROM dataset_examples
      WHERE dataset_id = $1 AND external_id = ANY($2::text[])`,
    [datasetId, externalIds],
  );
  return rows;
}

/** Sets the metadata of a dataset that has none. */
export async function fillMetadata(
  client: pg.ClientBase,
  datasetId: number,
  metadata: string,
): Promise<void> {
  await client.query(
    `UPDATE datasets SET metadata = $2::json WHERE id = $1 AND metadata::text = '{}'`,
    [datasetId, metadata],
  );
}

/** Sets when a version was made; null keeps the time. */
export async function backdate(
  client: pg.ClientBase,
  versionId: number | null,
  time: string | null,
): Promise<void> {
  await client.query(
    'UPDATE dataset_versions SET created_at = coalesce($2::timestamptz, created_at) WHERE id = $1',
    [versionId, time],
  );
}
