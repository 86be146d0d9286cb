import type { EntityManager } from 'typeorm';
import type { TraceEntity } from './trace.entity.js';
import { TRACE_COLUMNS } from './traces.queries.js';

/**
 * Statements that change traces, each inside of the caller's transaction. `lockTraces` comes first:
 * the writer of spans locks trace rows in the same order, so nobody waits in a circle.
 */

/** Locks and reads the traces in the order of their ids; missing ones are left out. */
export function lockTraces(tx: EntityManager, traceIds: readonly string[]): Promise<TraceEntity[]> {
  return tx.query(
    `SELECT ${TRACE_COLUMNS} FROM traces t WHERE t.trace_id = ANY($1)
      ORDER BY t.trace_id FOR UPDATE`,
    [traceIds],
  );
}

export async function moveTraces(
  tx: EntityManager,
  traceIds: readonly string[],
  projectId: number,
): Promise<void> {
  await tx.query('UPDATE spans SET project_id = $2 WHERE trace_id = ANY($1)', [
    traceIds,
    projectId,
  ]);
  await tx.query('UPDATE traces SET project_id = $2 WHERE trace_id = ANY($1)', [
    traceIds,
    projectId,
  ]);
}

export async function removeTraces(tx: EntityManager, traceIds: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM spans WHERE trace_id = ANY($1)', [traceIds]);
  await tx.query('DELETE FROM traces WHERE trace_id = ANY($1)', [traceIds]);
}

/** Moves those of the sessions whose traces are all in the project now. */
export async function moveWholeSessions(
  tx: EntityManager,
  sessionIds: readonly string[],
  projectId: number,
): Promise<void> {
  if (!(await lockSessions(tx, sessionIds))) return;
  await tx.query(
    `UPDATE project_sessions s SET project_id = $2
      WHERE s.session_id = ANY($1) AND NOT EXISTS (
        SELECT FROM traces t WHERE t.session_id = s.session_id AND t.project_id <> $2)`,
    [sessionIds, projectId],
  );
}

/** Deletes those of the sessions that have no trace. */
export async function removeEmptySessions(
  tx: EntityManager,
  sessionIds: readonly string[],
): Promise<void> {
  if (!(await lockSessions(tx, sessionIds))) return;
  await tx.query(
    `DELETE FROM project_sessions s
      WHERE s.session_id = ANY($1)
        AND NOT EXISTS (SELECT FROM traces t WHERE t.session_id = s.session_id)`,
    [sessionIds],
  );
}

/**
 * Locks sessions in a statement of its own: what follows then sees the traces of every writer that
 * was waited for. False when there is nothing to lock.
 */
export async function lockSessions(
  tx: EntityManager,
  sessionIds: readonly string[],
): Promise<boolean> {
  if (sessionIds.length === 0) return false;
  await tx.query(
    `SELECT session_id FROM project_sessions WHERE session_id = ANY($1)
      ORDER BY session_id FOR UPDATE`,
    [sessionIds],
  );
  return true;
}

/** What a deleted span had added to the sums of its trace. */
interface RemovedSpan {
  statusCode: string;
  promptTokens: number | null;
  completionTokens: number | null;
}

/**
 * Deletes one span of a locked trace and takes it off the sums; the trace goes with its last span.
 * False when there is no such span.
 */
export async function removeSpan(
  tx: EntityManager,
  { traceId, spanId }: { traceId: string; spanId: string },
): Promise<boolean> {
  const [[removed]] = await tx.query<[RemovedSpan[], number]>(
    `DELETE FROM spans WHERE trace_id = $1 AND span_id = $2
      RETURNING status_code AS "statusCode", prompt_tokens AS "promptTokens",
                completion_tokens AS "completionTokens"`,
    [traceId, spanId],
  );
  if (!removed) return false;
  await tx.query(
    `UPDATE traces
        SET span_count = span_count - 1, error_count = error_count - $2,
            prompt_tokens = prompt_tokens - $3, completion_tokens = completion_tokens - $4
      WHERE trace_id = $1`,
    [
      traceId,
      removed.statusCode === 'ERROR' ? 1 : 0,
      removed.promptTokens ?? 0,
      removed.completionTokens ?? 0,
    ],
  );
  await tx.query(
    `DELETE FROM traces t
      WHERE t.trace_id = $1 AND NOT EXISTS (SELECT FROM spans s WHERE s.trace_id = t.trace_id)`,
    [traceId],
  );
  return true;
}
