import type pg from 'pg';
import { type SessionKey, toSessionColumns, toSessionText } from '../../spans/session-key.js';
import {
  DELETE_SESSIONS,
  LOCK_SESSIONS,
  SELECT_SESSION_TIMES,
  type SessionTimes,
  toTimeColumns,
  UPDATE_SESSION_TIMES,
} from '../../spans/session-rows.js';
import type { KnownTrace } from './stored-spans.js';
import type { WrittenTrace } from './write-traces.js';

const FIND = {
  name: 'ingest-find-left-sessions',
  text: `
    SELECT DISTINCT t.project_id AS "projectId", s.session_id AS "sessionId"
      FROM spans s JOIN traces t ON t.trace_id = s.trace_id
     WHERE s.trace_id = ANY ($1) AND s.session_id <> t.session_id`,
};

const LOCK = { name: 'ingest-lock-left-sessions', text: LOCK_SESSIONS };
const FIND_TIMES = { name: 'ingest-find-session-times', text: SELECT_SESSION_TIMES };
const DELETE = { name: 'ingest-delete-empty-sessions', text: DELETE_SESSIONS };
const ADJUST = { name: 'ingest-adjust-left-sessions', text: UPDATE_SESSION_TIMES };

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
  const { rows: left } = await client.query<SessionTimes>({
    ...FIND_TIMES,
    values: toSessionColumns(rows),
  });
  const kept = new Set(left.map(toSessionText));
  const empty = rows.filter((row) => !kept.has(toSessionText(row)));
  await client.query({ ...DELETE, values: toSessionColumns(empty) });
  await client.query({ ...ADJUST, values: toTimeColumns(left) });
}
