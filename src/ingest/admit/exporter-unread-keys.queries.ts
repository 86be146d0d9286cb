import type pg from 'pg';
import { MAX_UNREAD_KEYS } from '../decode/unread-keys.js';
import type { ExporterCounts } from './exporter-counts.js';

/** Sorted, so that servers never deadlock. The newest example is kept. */
const ADD = `
  INSERT INTO exporter_unread_keys AS u (exporter_id, key, request_count, example, last_seen_at)
  SELECT e.id, k.key, k.requests, k.example, k.seen
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[],
                $7::text[], $8::bigint[], $9::text[], $10::timestamptz[])
      AS k (project_name, service_name, sdk_name, sdk_version, sdk_language, key_id,
            key, requests, example, seen)
    JOIN projects p ON p.name = k.project_name
    JOIN exporters e ON e.project_id = p.id AND e.service_name = k.service_name
     AND e.sdk_name = k.sdk_name AND e.sdk_version = k.sdk_version
     AND e.sdk_language = k.sdk_language AND e.key_id = k.key_id
   ORDER BY 1, 2
  ON CONFLICT (exporter_id, key) DO UPDATE SET
    request_count = u.request_count + excluded.request_count,
    example = coalesce(excluded.example, u.example),
    last_seen_at = greatest(excluded.last_seen_at, u.last_seen_at)
  RETURNING exporter_id AS id`;

/** An exporter keeps the keys that were seen last. */
const TRIM = `
  DELETE FROM exporter_unread_keys u
   USING (SELECT exporter_id, key, row_number() OVER (PARTITION BY exporter_id
                                                      ORDER BY last_seen_at DESC, key) AS place
            FROM exporter_unread_keys WHERE exporter_id = ANY($1)) AS placed
   WHERE placed.place > ${MAX_UNREAD_KEYS}
     AND u.exporter_id = placed.exporter_id AND u.key = placed.key`;

/** Adds the unread keys of exporters, which are stored already. Their names and examples have been masked. */
export async function addUnreadKeys(
  pool: pg.Pool,
  counts: readonly ExporterCounts[],
): Promise<void> {
  const rows = counts.flatMap((exporter) =>
    [...exporter.unreadKeys].map(([key, found]) => ({ exporter, key, ...found })),
  );
  if (rows.length === 0) return;
  const added = await pool.query<{ id: number }>(ADD, [
    rows.map(({ exporter }) => exporter.projectName),
    rows.map(({ exporter }) => exporter.serviceName),
    rows.map(({ exporter }) => exporter.sdkName),
    rows.map(({ exporter }) => exporter.sdkVersion),
    rows.map(({ exporter }) => exporter.sdkLanguage),
    rows.map(({ exporter }) => exporter.keyId ?? 0),
    rows.map(({ key }) => key),
    rows.map(({ requestCount }) => requestCount),
    rows.map(({ example }) => example),
    rows.map(({ exporter }) => new Date(exporter.lastSeenAt)),
  ]);
  await pool.query(TRIM, [[...new Set(added.rows.map(({ id }) => id))]]);
}
