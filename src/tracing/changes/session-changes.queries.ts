import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../database/database-writer.js';
import {
  isSameSession,
  SESSION_KEYS,
  type SessionKey,
  toSessionColumns,
  toSessionText,
} from '../../spans/session-key.js';
import {
  DELETE_SESSIONS,
  LOCK_SESSIONS,
  SELECT_SESSION_TIMES,
  type SessionTimes,
  toTimeColumns,
  UPDATE_SESSION_TIMES,
  WIDEN_SESSION,
} from '../../spans/session-rows.js';
import { deleteTraces, type LockedTrace, lockTraces } from './tracing-changes.queries.js';

/** Lists the sessions of traces, without duplicates. */
export function listSessionKeys(
  traces: readonly Pick<LockedTrace, 'projectId' | 'sessionId'>[],
): SessionKey[] {
  const keys = traces.flatMap(({ projectId, sessionId }) =>
    sessionId === null ? [] : [{ projectId, sessionId }],
  );
  return [...new Map(keys.map((key) => [toSessionText(key), key])).values()];
}

/**
 * After traces of one project have moved to another, moves them from their sessions to those with the
 * same IDs there. With `follow`, a session without other traces moves with them. If the project already
 * had one with its ID, only its annotations move, except those with the name and identifier of another.
 * With `stay`, a session stays where it is, even if it has no traces left.
 * @param traces as they were before they moved.
 */
export async function moveToSessions(
  tx: EntityManager,
  traces: readonly LockedTrace[],
  projectId: number,
  { sessions }: { sessions: 'stay' | 'follow' },
): Promise<void> {
  const keys = listSessionKeys(traces);
  const [first] = keys;
  if (!first || first.projectId === projectId) return;
  // In the order of projects.
  if (first.projectId < projectId) await lockSessions(tx, keys);
  const begun = new Set(await joinSessions(tx, traces, projectId));
  if (first.projectId > projectId) await lockSessions(tx, keys);
  const emptied = await adjustTimes(tx, keys);
  if (sessions === 'stay') return;
  const ids = emptied.map(({ sessionId }) => sessionId);
  const from = first.projectId;
  await moveSessions(tx, { from, to: projectId, ids: ids.filter((id) => begun.has(id)) });
  await mergeSessions(tx, { from, to: projectId, ids: ids.filter((id) => !begun.has(id)) });
}

/**
 * After traces are deleted, deletes the sessions left empty and adjusts the others to their
 * remaining traces.
 */
export async function shrinkSessions(
  tx: EntityManager,
  keys: readonly SessionKey[],
): Promise<void> {
  if (keys.length === 0) return;
  await lockSessions(tx, keys);
  await deleteRows(tx, await adjustTimes(tx, keys));
}

/** Deletes sessions with their traces and spans. */
export async function deleteSessions(tx: Transaction, keys: readonly SessionKey[]): Promise<void> {
  await deleteTracesOfSessions(tx, keys);
  await lockSessions(tx, keys);
  // After this lock, no trace can be added to the sessions, but one may have arrived before.
  await deleteTracesOfSessions(tx, keys);
  await deleteRows(tx, keys);
}

async function lockSessions(tx: EntityManager, keys: readonly SessionKey[]): Promise<void> {
  await tx.query(LOCK_SESSIONS, toSessionColumns(keys));
}

/** Adds traces to the sessions of a project. Returns the IDs of those that did not exist. */
async function joinSessions(
  tx: EntityManager,
  traces: readonly LockedTrace[],
  projectId: number,
): Promise<string[]> {
  const added = traces.filter(({ sessionId }) => sessionId !== null);
  const rows = await tx.query<{ id: string }[]>(
    `WITH sent AS MATERIALIZED (
       SELECT nextval('project_sessions_id_seq') AS id, grouped.*
         FROM (SELECT session_id, min(start_time) AS start_time, max(end_time) AS end_time
                 FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[])
                   AS t (session_id, start_time, end_time)
                GROUP BY session_id) AS grouped
     ), stored AS (
       INSERT INTO project_sessions AS s (id, session_id, project_id, start_time, end_time)
       SELECT id, session_id, $1::bigint, start_time, end_time FROM sent
        ORDER BY session_id COLLATE "C"
       ON CONFLICT (session_id, project_id) DO UPDATE SET ${WIDEN_SESSION}
       RETURNING s.id, s.session_id
     )
     SELECT stored.session_id AS id FROM stored JOIN sent USING (id)`,
    [
      projectId,
      added.map(({ sessionId }) => sessionId),
      added.map(({ startTime }) => startTime),
      added.map(({ endTime }) => endTime),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Adjusts locked sessions to their traces. Returns those that have none. */
async function adjustTimes(
  tx: EntityManager,
  keys: readonly SessionKey[],
): Promise<readonly SessionKey[]> {
  const left = await tx.query<SessionTimes[]>(SELECT_SESSION_TIMES, toSessionColumns(keys));
  await tx.query(UPDATE_SESSION_TIMES, toTimeColumns(left));
  const kept = new Set(left.map(toSessionText));
  return keys.filter((key) => !kept.has(toSessionText(key)));
}

/** Deletes the rows of sessions, and with them their annotations. */
async function deleteRows(tx: EntityManager, keys: readonly SessionKey[]): Promise<void> {
  await tx.query(DELETE_SESSIONS, toSessionColumns(keys));
}

interface SessionMove {
  from: number;
  to: number;
  /** The senders' IDs. */
  ids: readonly string[];
}

/** Moves sessions in place of those that have just begun, so that they keep their global IDs. */
async function moveSessions(tx: EntityManager, { from, to, ids }: SessionMove): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('DELETE FROM project_sessions WHERE project_id = $1 AND session_id = ANY($2)', [
    to,
    ids,
  ]);
  // Their annotations and places in queues follow by foreign keys.
  await tx.query(
    'UPDATE project_sessions SET project_id = $2 WHERE project_id = $1 AND session_id = ANY($3)',
    [from, to, ids],
  );
  await tx.query(
    `DELETE FROM annotation_queue_items i USING annotation_queues q
      WHERE i.project_id = $1 AND i.session_id = ANY($2) AND q.id = i.queue_id
        AND q.project_id <> i.project_id`,
    [to, ids],
  );
}

/** Moves the annotations of sessions to those with the same IDs in another project, and deletes the sessions. */
async function mergeSessions(tx: EntityManager, { from, to, ids }: SessionMove): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `UPDATE session_annotations a SET project_id = s.project_id, target_id = s.id
       FROM project_sessions s
      WHERE a.project_id = $1 AND a.session_id = ANY($3)
        AND s.project_id = $2 AND s.session_id = a.session_id
        AND NOT EXISTS (SELECT FROM session_annotations other
                         WHERE other.session_id = a.session_id AND other.project_id = $2
                           AND other.name = a.name AND other.identifier = a.identifier)`,
    [from, to, ids],
  );
  await tx.query('DELETE FROM project_sessions WHERE project_id = $1 AND session_id = ANY($2)', [
    from,
    ids,
  ]);
}

async function deleteTracesOfSessions(tx: Transaction, keys: readonly SessionKey[]): Promise<void> {
  const traces = await tx.query<{ traceId: string }[]>(
    `SELECT t.trace_id AS "traceId" FROM ${SESSION_KEYS} JOIN traces t ON ${isSameSession('t', 'k')}`,
    toSessionColumns(keys),
  );
  if (traces.length === 0) return;
  const traceIds = traces.map((trace) => trace.traceId);
  await lockTraces(tx, traceIds);
  await deleteTraces(tx, traceIds);
}
