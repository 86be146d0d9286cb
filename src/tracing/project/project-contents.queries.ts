import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../database/database-writer.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import { LOCKED_TRACE_SELECT_LIST, type LockedTrace } from '../changes/tracing-changes.queries.js';

/** Selects the traces of a project to delete. */
export interface OldTraces {
  projectId: number;
  /** Only traces that began at this time or later; null for all. */
  from: string | null;
  /** Only traces that began before this time; null for all. */
  before: string | null;
  /**
   * Row ID of the newest trace to delete, so that traces that arrive later do not prolong the
   * deletion.
   */
  newestId: number;
}

/** Finds the row ID of the newest trace of a project; null if it has none. */
export async function findNewestTraceId(
  tx: EntityManager,
  projectId: number,
): Promise<number | null> {
  const [row] = await tx.query<{ newest: number | null }[]>(
    'SELECT max(id) AS newest FROM traces WHERE project_id = $1',
    [projectId],
  );
  return row?.newest ?? null;
}

/** Locks and reads the next traces to delete, in the order of their IDs. */
export function lockOldTraces(
  tx: Transaction,
  { projectId, from, before, newestId }: OldTraces,
  limit: number,
): Promise<LockedTrace[]> {
  const condition = `t.trace_id IN (
      SELECT trace_id FROM traces
       WHERE project_id = $1 AND id <= $2 AND ($3::timestamptz IS NULL OR start_time >= $3)
         AND ($4::timestamptz IS NULL OR start_time < $4)
       ORDER BY start_time, id LIMIT $5)
    AND t.project_id = $1`;
  return tx.query(lockTracesSql(tx.distribution, LOCKED_TRACE_SELECT_LIST, condition), [
    projectId,
    newestId,
    from,
    before,
    limit,
  ]);
}

/**
 * Finds when any project was last edited or a span was last stored; null if there is no project.
 */
export async function findLastChange(tx: EntityManager): Promise<string | null> {
  const [row] = await tx.query<{ last: string | null }[]>(
    `SELECT greatest((SELECT max(updated_at) FROM projects),
                     (SELECT ingested_at FROM spans ORDER BY id DESC LIMIT 1)) AS last`,
  );
  return row?.last ?? null;
}

/** The log records of a project to delete. */
export type OldLogs = Pick<OldTraces, 'projectId' | 'from' | 'before'> & { newestId: number };

/** Finds the row ID of the newest log record of a project; null if it has none. Reads its index. */
export async function findNewestLogId(
  tx: EntityManager,
  projectId: number,
): Promise<number | null> {
  const [row] = await tx.query<{ newest: number | null }[]>(
    `SELECT CASE WHEN EXISTS (SELECT FROM log_records WHERE project_id = $1)
                 THEN (SELECT id FROM log_records ORDER BY id DESC LIMIT 1) END AS newest`,
    [projectId],
  );
  return row?.newest ?? null;
}

/** Deletes the next log records, oldest first, and returns how many there were. */
export async function deleteOldLogs(
  tx: EntityManager,
  { projectId, from, before, newestId }: OldLogs,
  limit: number,
): Promise<number> {
  const [row] = await tx.query<[{ count: number }]>(
    `WITH deleted AS (
       DELETE FROM log_records WHERE id IN (
         SELECT id FROM log_records
          WHERE project_id = $1 AND id <= $2 AND ($3::timestamptz IS NULL OR time >= $3)
            AND ($4::timestamptz IS NULL OR time < $4)
          ORDER BY time, id LIMIT $5)
       RETURNING 1)
     SELECT count(*) FROM deleted`,
    [projectId, newestId, from, before, limit],
  );
  return row.count;
}

/** Deletes points of metrics of a project, and forgets their names if all go. */
export async function deletePoints(
  tx: EntityManager,
  { projectId, from, before }: Pick<OldTraces, 'projectId' | 'from' | 'before'>,
): Promise<void> {
  await tx.query(
    `DELETE FROM metric_points
      WHERE project_id = $1 AND ($2::timestamptz IS NULL OR time >= $2)
        AND ($3::timestamptz IS NULL OR time < $3)`,
    [projectId, from, before],
  );
  if (from === null && before === null) {
    await tx.query('DELETE FROM project_metrics WHERE project_id = $1', [projectId]);
  }
}

/** Forgets which requests were received, so that what was deleted can be sent again. */
export async function forgetRequests(tx: EntityManager, projectId: number): Promise<void> {
  await tx.query('DELETE FROM received_requests WHERE project_id = $1', [projectId]);
}

/** Deletes the ingestion errors of a project before a time, and the keys that were sent last before then; or all. */
export async function deleteOldErrors(
  tx: EntityManager,
  projectId: number,
  before: string | null,
): Promise<void> {
  await tx.query(
    `DELETE FROM ingestion_errors
      WHERE project_id = $1 AND ($2::timestamptz IS NULL OR occurred_at < $2)`,
    [projectId, before],
  );
  await tx.query(
    `DELETE FROM exporter_unread_keys u USING exporters e
      WHERE e.id = u.exporter_id AND e.project_id = $1
        AND ($2::timestamptz IS NULL OR u.last_seen_at < $2)`,
    [projectId, before],
  );
}
