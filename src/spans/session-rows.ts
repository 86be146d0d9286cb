import { isSameSession, SESSION_KEYS, type SessionKey, toSessionColumns } from './session-key.js';

const IS_SAME = isSameSession('s', 'k');

/** A session with the times of its traces. */
export interface SessionTimes extends SessionKey {
  startTime: string;
  endTime: string;
}

/**
 * SQL that locks the sessions of `toSessionColumns`. In a statement of its own, so that later ones see the traces of
 * every writer that this one waited for.
 */
export const LOCK_SESSIONS = `
  SELECT s.id FROM ${SESSION_KEYS} JOIN project_sessions s ON ${IS_SAME}
   ORDER BY s.project_id, s.session_id FOR UPDATE OF s`;

/** SQL of the `SessionTimes` of the sessions of `toSessionColumns`; skips those without traces. */
export const SELECT_SESSION_TIMES = `
  SELECT t.project_id AS "projectId", t.session_id AS "sessionId",
         min(t.start_time)::text AS "startTime", max(t.end_time)::text AS "endTime"
    FROM ${SESSION_KEYS} JOIN traces t ON ${isSameSession('t', 'k')}
   GROUP BY t.project_id, t.session_id`;

/**
 * SQL that gives sessions other times, which follow their keys in the parameters. Not in one statement with
 * `SELECT_SESSION_TIMES`, because traces may be on other servers than sessions.
 */
export const UPDATE_SESSION_TIMES = `
  UPDATE project_sessions s SET start_time = k.start_time, end_time = k.end_time
    FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[])
      AS k (project_id, session_id, start_time, end_time)
   WHERE ${IS_SAME}`;

/** The parameters of `UPDATE_SESSION_TIMES`. */
export function toTimeColumns(
  sessions: readonly SessionTimes[],
): [...ReturnType<typeof toSessionColumns>, startTimes: string[], endTimes: string[]] {
  return [
    ...toSessionColumns(sessions),
    sessions.map(({ startTime }) => startTime),
    sessions.map(({ endTime }) => endTime),
  ];
}

/** SQL that deletes the sessions of `toSessionColumns`, and with them their annotations. */
export const DELETE_SESSIONS = `DELETE FROM project_sessions s USING ${SESSION_KEYS} WHERE ${IS_SAME}`;

/** SQL of the times of a stored session `s` with further traces. */
export const WIDEN_SESSION = `
  start_time = least(s.start_time, excluded.start_time),
  end_time = greatest(s.end_time, excluded.end_time)`;
