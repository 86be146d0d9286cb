import type pg from 'pg';
import type { KnownTrace } from './stored-spans.js';
import type { WrittenTrace } from './write-traces.js';

const FIND = {
  name: 'ingest-find-left-sessions',
  text: `
    SELECT DISTINCT s.session_id FROM spans s JOIN traces t ON t.trace_id = s.trace_id
     WHERE s.trace_id = ANY ($1) AND s.session_id <> t.session_id`,
};

/** In a statement of its own, so that the next ones see the traces of whom this one waited for. */
const LOCK = {
  name: 'ingest-lock-left-sessions',
  text: `SELECT FROM project_sessions WHERE session_id = ANY ($1) ORDER BY session_id FOR UPDATE`,
};

const FIND_TIMES = {
  name: 'ingest-find-session-times',
  text: `
    SELECT session_id, min(start_time)::text AS start_time, max(end_time)::text AS end_time
      FROM traces WHERE session_id = ANY ($1) GROUP BY session_id`,
};

const DELETE_EMPTY = {
  name: 'ingest-delete-empty-sessions',
  text: 'DELETE FROM project_sessions WHERE session_id = ANY ($1) AND session_id <> ALL ($2::text[])',
};

const ADJUST = {
  name: 'ingest-adjust-left-sessions',
  text: `
    UPDATE project_sessions s SET start_time = t.start_time, end_time = t.end_time
      FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
        AS t (session_id, start_time, end_time)
     WHERE s.session_id = t.session_id`,
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
  const { rows } = await client.query<{ session_id: string }>({
    ...FIND,
    values: [moved.map(([traceId]) => traceId)],
  });
  if (rows.length === 0) return;
  const sessionIds = rows.map(({ session_id }) => session_id);
  await client.query({ ...LOCK, values: [sessionIds] });
  // Not in the statements below, because traces may be on other servers than sessions.
  const { rows: left } = await client.query<{
    session_id: string;
    start_time: string;
    end_time: string;
  }>({ ...FIND_TIMES, values: [sessionIds] });
  const leftIds = left.map(({ session_id }) => session_id);
  await client.query({ ...DELETE_EMPTY, values: [sessionIds, leftIds] });
  await client.query({
    ...ADJUST,
    values: [
      leftIds,
      left.map(({ start_time }) => start_time),
      left.map(({ end_time }) => end_time),
    ],
  });
}
