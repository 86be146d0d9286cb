import type pg from 'pg';
import {
  isSameSession,
  SESSION_KEYS,
  type SessionKey,
  toSessionColumns,
  toSessionText,
} from '../../spans/session-key.js';
import type { KnownTrace } from './stored-spans.js';
import type { WrittenTrace } from './write-traces.js';

const IS_SAME = isSameSession('s', 'k');

const FIND = {
  name: 'ingest-find-left-sessions',
  text: `
    SELECT DISTINCT t.project_id AS "projectId", s.session_id AS "sessionId"
      FROM spans s JOIN traces t ON t.trace_id = s.trace_id
     WHERE s.trace_id = ANY ($1) AND s.session_id <> t.session_id`,
};

/** In a statement of its own, so that the next ones see the traces of whom this one waited for. */
const LOCK = {
  name: 'ingest-lock-left-sessions',
  text: `
    SELECT s.id FROM ${SESSION_KEYS} JOIN project_sessions s ON ${IS_SAME}
     ORDER BY s.project_id, s.session_id FOR UPDATE OF s`,
};

const FIND_TIMES = {
  name: 'ingest-find-session-times',
  text: `
    SELECT s.project_id AS "projectId", s.session_id AS "sessionId",
           min(s.start_time)::text AS start_time, max(s.end_time)::text AS end_time
      FROM ${SESSION_KEYS} JOIN traces s ON ${IS_SAME} GROUP BY s.project_id, s.session_id`,
};

const DELETE = {
  name: 'ingest-delete-empty-sessions',
  text: `DELETE FROM project_sessions s USING ${SESSION_KEYS} WHERE ${IS_SAME}`,
};

const ADJUST = {
  name: 'ingest-adjust-left-sessions',
  text: `
    UPDATE project_sessions s SET start_time = k.start_time, end_time = k.end_time
      FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[])
        AS k (project_id, session_id, start_time, end_time)
     WHERE ${IS_SAME}`,
};

/**
 * Deletes the sessions that have lost their last trace, because a new span says that it belongs elsewhere, and
 * adjusts the others that have lost one.
 * @param known the traces that were found before.
 */
export async function shrinkLeftSessions(
  client: pg.ClientBase,
  known: ReadonlyMap<string, KnownTrace>,
  written: ReadonlyMap<string, WrittenTrace>,
): Promise<void> {
  const moved = [...written].filter(([traceId, { sessionId, isNew }]) => {
    if (sessionId === null || isNew) return false;
    const before = known.get(traceId);
    // Another writer may have stored the trace since it was looked for.
    return !before || (before.sessionId !== null && before.sessionId !== sessionId);
  });
  if (moved.length === 0) return;
  // Its sessions are those that its spans name, whichever writer chose them.
  const { rows } = await client.query<SessionKey>({
    ...FIND,
    values: [moved.map(([traceId]) => traceId)],
  });
  if (rows.length === 0) return;
  await client.query({ ...LOCK, values: toSessionColumns(rows) });
  // Not in the statements below, because traces may be on other servers than sessions.
  const { rows: left } = await client.query<SessionKey & { start_time: string; end_time: string }>({
    ...FIND_TIMES,
    values: toSessionColumns(rows),
  });
  const kept = new Set(left.map(toSessionText));
  const empty = rows.filter((row) => !kept.has(toSessionText(row)));
  await client.query({ ...DELETE, values: toSessionColumns(empty) });
  await client.query({
    ...ADJUST,
    values: [
      ...toSessionColumns(left),
      left.map(({ start_time }) => start_time),
      left.map(({ end_time }) => end_time),
    ],
  });
}
