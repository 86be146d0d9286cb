import type { EntityManager } from 'typeorm';
import type { DatabaseWriter } from '../../database/database-writer.js';

interface OldLog {
  id: number;
  time: string;
  traceId: string | null;
}

/** Deletes points of metrics before a time, and returns how many. */
export async function deleteOldPoints(
  database: DatabaseWriter,
  projectId: number,
  before: string,
  limit: number,
): Promise<number> {
  const [row] = await database.query<[{ count: number }]>(
    `WITH deleted AS (
       DELETE FROM metric_points WHERE id IN (
         SELECT id FROM metric_points WHERE project_id = $1 AND time < $2 ORDER BY time LIMIT $3)
       RETURNING 1)
     SELECT count(*) FROM deleted`,
    [projectId, before, limit],
  );
  return row.count;
}

/** Lists log records before a time and after a place, the oldest first. */
export function listOldLogs(
  database: DatabaseWriter,
  projectId: number,
  before: string,
  after: { time: string; id: number } | null,
  limit: number,
): Promise<OldLog[]> {
  return database.query(
    `SELECT id, time, trace_id AS "traceId" FROM log_records
      WHERE project_id = $1 AND time < $2
        AND (time, id) > (coalesce($3::timestamptz, '-infinity'), $4)
      ORDER BY time, id LIMIT $5`,
    [projectId, before, after?.time ?? null, after?.id ?? 0, limit],
  );
}

/** Returns which of these traces the project has. */
export async function findStoredTraces(
  database: DatabaseWriter,
  projectId: number,
  traceIds: ReadonlySet<string>,
): Promise<Set<string | null>> {
  const rows = await database.query<{ traceId: string }[]>(
    `SELECT trace_id AS "traceId" FROM traces WHERE trace_id = ANY($1) AND project_id = $2`,
    [[...traceIds], projectId],
  );
  return new Set(rows.map(({ traceId }) => traceId));
}

export async function deleteLogs(
  tx: EntityManager,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.query('DELETE FROM log_records WHERE id = ANY($1) AND project_id = $2', [
    ids,
    projectId,
  ]);
}
