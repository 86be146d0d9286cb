import type { EntityManager } from 'typeorm';
import { lockSessions, lockTraces, removeTraces } from '../traces/trace-changes.queries.js';

/**
 * Statements that change sessions, each inside of the caller's transaction. They lock traces before
 * sessions, as the writer of spans does, so nobody waits in a circle.
 */

/** Deletes sessions with their traces and spans. */
export async function removeSessions(
  tx: EntityManager,
  sessionIds: readonly string[],
): Promise<void> {
  await removeTracesOf(tx, sessionIds);
  await lockSessions(tx, sessionIds);
  // From here on nobody can add a trace to the sessions; one may have come meanwhile.
  await removeTracesOf(tx, sessionIds);
  await tx.query('DELETE FROM project_sessions WHERE session_id = ANY($1)', [sessionIds]);
}

async function removeTracesOf(tx: EntityManager, sessionIds: readonly string[]): Promise<void> {
  const traces = await tx.query<{ traceId: string }[]>(
    'SELECT trace_id AS "traceId" FROM traces WHERE session_id = ANY($1)',
    [sessionIds],
  );
  if (traces.length === 0) return;
  const traceIds = traces.map((trace) => trace.traceId);
  await lockTraces(tx, traceIds);
  await removeTraces(tx, traceIds);
}

/** Sets the times of sessions to those of the traces that they have left. */
export async function fitSessionTimes(
  tx: EntityManager,
  sessionIds: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE project_sessions s SET start_time = t.start_time, end_time = t.end_time
       FROM (SELECT session_id, min(start_time) AS start_time, max(end_time) AS end_time
               FROM traces WHERE session_id = ANY($1) GROUP BY session_id) t
      WHERE s.session_id = t.session_id`,
    [sessionIds],
  );
}

/** Gives sessions of a project that have traces elsewhere to the project of the first of those. */
export async function handOverSessions(tx: EntityManager, projectId: number): Promise<void> {
  await tx.query(
    `UPDATE project_sessions s SET project_id = t.project_id
       FROM (SELECT DISTINCT ON (session_id) session_id, project_id FROM traces
              WHERE project_id <> $1 AND session_id IN (
                SELECT session_id FROM project_sessions WHERE project_id = $1)
              ORDER BY session_id, start_time, id) t
      WHERE s.session_id = t.session_id`,
    [projectId],
  );
}
