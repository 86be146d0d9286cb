import type pg from 'pg';
import type { Distributed } from '../../kernel/sql/distribution.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { recordEvent } from '../../webhooks/webhook-events.contract.js';
import { DATASET_TYPE } from '../dataset.entity.js';
import { joinBy } from './lock-dataset.queries.js';
import type { ChangeCounts } from './plan-changes.queries.js';

/** A version to write. */
export interface NewVersion {
  datasetId: number;
  userId: number | null;
  description: string | null;
  /** JSON text of an object. */
  metadata: string;
  /** Number of live examples at this version. */
  exampleCount: number;
}

/** The version that the next one builds on. */
export interface NewestVersion {
  id: number;
  exampleCount: number;
}

/** Returns null if the dataset has no versions. */
export async function findNewestVersion(
  client: pg.ClientBase,
  datasetId: number,
): Promise<NewestVersion | null> {
  const { rows } = await client.query<NewestVersion>(
    `SELECT id, example_count AS "exampleCount"
     FROM dataset_versions
     WHERE dataset_id = $1
     ORDER BY id DESC
     LIMIT 1`,
    [datasetId],
  );
  return rows[0] ?? null;
}

/**
 * Writes a version with the revisions planned in `row_changes`.
 * @param rowTable the SQL to select the payloads of the rows from.
 * @returns the row ID of the version.
 */
export async function writeVersion(
  client: Distributed<pg.ClientBase>,
  version: NewVersion,
  counts: ChangeCounts,
  rowTable: string,
): Promise<number> {
  const versionId = await insertVersion(client, version, counts);
  if (counts.created > 0) await insertExamples(client, version.datasetId, versionId);
  if (counts.created + counts.patched > 0) await insertRevisions(client, versionId, rowTable);
  if (counts.deleted > 0) await insertDeletions(client, versionId);
  await updateExamples(client, versionId);
  await recordVersion(client, version, versionId, counts);
  return versionId;
}

/** Records the event for webhooks. */
async function recordVersion(
  client: pg.ClientBase,
  { datasetId, exampleCount }: NewVersion,
  versionId: number,
  { created, patched, deleted }: ChangeCounts,
): Promise<void> {
  const { rows } = await client.query<{ name: string; projectId: number | null }>(
    'SELECT name, project_id AS "projectId" FROM datasets WHERE id = $1',
    [datasetId],
  );
  const { name, projectId } = rows[0]!;
  const dataset = { id: toGlobalId(DATASET_TYPE, datasetId), name };
  await recordEvent(client, 'DATASET_VERSION_CREATED', {
    projectId,
    type: 'dataset.version.created',
    summary: `The dataset "${dataset.name}" has a new version with ${exampleCount} ${exampleCount === 1 ? 'example' : 'examples'}.`,
    path: `/datasets/${encodeURIComponent(dataset.id)}/versions`,
    data: {
      dataset,
      version: { id: toGlobalId('DatasetVersion', versionId) },
      example_count: exampleCount,
      created_count: created,
      updated_count: patched,
      deleted_count: deleted,
    },
  });
}

async function insertVersion(
  client: pg.ClientBase,
  { datasetId, userId, description, metadata, exampleCount }: NewVersion,
  { created, patched, deleted }: ChangeCounts,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO dataset_versions
       (dataset_id, user_id, description, metadata, example_count, created_count, updated_count,
        deleted_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     RETURNING id`,
    [datasetId, userId, description, metadata, exampleCount, created, patched, deleted],
  );
  return rows[0]!.id;
}

/** Links a new example to the newest span with its span ID, if there is one. */
async function insertExamples(
  client: Distributed<pg.ClientBase>,
  datasetId: number,
  versionId: number,
): Promise<void> {
  // Citus does not look up distributed spans one by one.
  const found = `WITH found AS MATERIALIZED (
    SELECT id, trace_id, span_id FROM spans
     WHERE span_id IN (SELECT span_id FROM row_keys WHERE span_id IS NOT NULL))`;
  await client.query(
    `${client.distribution.choose({ single: '', cluster: found })} INSERT INTO dataset_examples
       (id, dataset_id, external_id, trace_id, span_id, created_version_id, revision_id, content_hash)
     SELECT c.example_id, $1, k.example_id, s.trace_id, s.span_id, $2, c.revision_id, k.content_hash
     FROM row_changes c
     JOIN row_keys k USING (row_number)
     LEFT JOIN LATERAL (
       SELECT trace_id, span_id
       FROM ${client.distribution.choose({ single: 'spans', cluster: 'found' })}
       WHERE span_id = k.span_id AND (k.trace_id IS NULL OR trace_id = k.trace_id)
       ORDER BY id DESC
       LIMIT 1
     ) s ON k.span_id IS NOT NULL
     WHERE c.is_new`,
    [datasetId, versionId],
  );
}

/** Updates existing examples, which were patched, deleted or restored. */
async function updateExamples(client: pg.ClientBase, versionId: number): Promise<void> {
  await joinBy(client, 'rows');
  await client.query(
    `UPDATE dataset_examples e
     SET revision_id = c.revision_id, content_hash = k.content_hash, is_live = c.kind <> 'DELETE',
         deleted_version_id = CASE c.kind WHEN 'DELETE' THEN $1 ELSE 9223372036854775807 END
     FROM row_changes c
     LEFT JOIN row_keys k USING (row_number)
     WHERE e.id = c.example_id AND NOT c.is_new`,
    [versionId],
  );
}

async function insertRevisions(
  client: pg.ClientBase,
  versionId: number,
  rowTable: string,
): Promise<void> {
  await client.query(
    `INSERT INTO dataset_example_revisions
       (id, example_id, version_id, kind, input, output, metadata)
     SELECT c.revision_id, c.example_id, $1, c.kind, r.input, r.output, r.metadata
     FROM ${rowTable} AS r
     JOIN row_changes c USING (row_number)`,
    [versionId],
  );
}

async function insertDeletions(client: pg.ClientBase, versionId: number): Promise<void> {
  await client.query(
    `INSERT INTO dataset_example_revisions
       (id, example_id, version_id, kind, input, output, metadata)
     SELECT revision_id, example_id, $1, 'DELETE', '{}', '{}', '{}'
     FROM row_changes
     WHERE kind = 'DELETE'`,
    [versionId],
  );
}
