import type { EntityManager } from 'typeorm';
import type { TraceEntity } from '../traces/trace.entity.js';
import { TRACE_COLUMNS } from '../traces/traces.queries.js';

/** Which traces of a project are to go. */
export interface OldTraces {
  projectId: number;
  /** Only those that began before; absent: all. */
  before: string | null;
  /** Row id of the newest trace that may go, so that new ones do not keep the deleter busy. */
  newestId: number;
}

/** Row id of the newest trace of a project, or null when it has none. */
export async function newestTraceId(tx: EntityManager, projectId: number): Promise<number | null> {
  const [row] = await tx.query<{ newest: number | null }[]>(
    'SELECT max(id) AS newest FROM traces WHERE project_id = $1',
    [projectId],
  );
  return row?.newest ?? null;
}

/** Locks and reads the next traces that are to go, in the order of their ids. */
export function lockOldTraces(
  tx: EntityManager,
  { projectId, before, newestId }: OldTraces,
  limit: number,
): Promise<TraceEntity[]> {
  return tx.query(
    `SELECT ${TRACE_COLUMNS} FROM traces t
      WHERE t.trace_id IN (
        SELECT trace_id FROM traces
         WHERE project_id = $1 AND id <= $2 AND ($3::timestamptz IS NULL OR start_time < $3)
         ORDER BY start_time, id LIMIT $4)
        AND t.project_id = $1
      ORDER BY t.trace_id FOR UPDATE`,
    [projectId, newestId, before, limit],
  );
}
