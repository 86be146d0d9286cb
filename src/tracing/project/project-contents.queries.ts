import type { EntityManager } from 'typeorm';
import { lockTracesSql } from '../../common/sql/lock-traces.js';
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
  tx: EntityManager,
  { projectId, from, before, newestId }: OldTraces,
  limit: number,
): Promise<LockedTrace[]> {
  const condition = `t.trace_id IN (
      SELECT trace_id FROM traces
       WHERE project_id = $1 AND id <= $2 AND ($3::timestamptz IS NULL OR start_time >= $3)
         AND ($4::timestamptz IS NULL OR start_time < $4)
       ORDER BY start_time, id LIMIT $5)
    AND t.project_id = $1`;
  return tx.query(lockTracesSql(LOCKED_TRACE_SELECT_LIST, condition), [
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

/** Deletes the ingestion errors of a project before a time, or all. */
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
}
