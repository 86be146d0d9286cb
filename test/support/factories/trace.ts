import { randomBytes } from 'node:crypto';
import { markChanged } from './changed-quarters.js';
import { insertRow, type Sql } from './insert.js';
import { aProject } from './project.js';
import { aSession, type SessionRow } from './session.js';
import { DEFAULT_END, DEFAULT_START } from './times.js';

/** A row of `traces`. */
export interface TraceRow {
  trace_id: string;
  id: number;
  project_id: number;
  session_id: string | null;
  user_id: string | null;
  start_time: string;
  end_time: string;
  span_count: number;
  error_count: number;
  prompt_tokens: number;
  completion_tokens: number;
}

/**
 * Inserts a trace without spans, by default in a new project. `aSpan` adds spans and keeps the
 * totals. A `session_id` also creates its session if there is none yet.
 */
export async function aTrace(database: Sql, given: Partial<TraceRow> = {}): Promise<TraceRow> {
  const projectId = given.project_id ?? (await aProject(database)).id;
  const times = {
    start_time: given.start_time ?? DEFAULT_START,
    end_time: given.end_time ?? DEFAULT_END,
  };
  if (given.session_id) await widenSession(database, given.session_id, projectId, times);
  const trace = await insertRow<TraceRow>(database, 'traces', {
    trace_id: randomBytes(16).toString('hex'),
    project_id: projectId,
    ...times,
    ...given,
  });
  await markChanged(database, trace.trace_id);
  return trace;
}

async function widenSession(
  database: Sql,
  sessionId: string,
  projectId: number,
  times: Pick<SessionRow, 'start_time' | 'end_time'>,
): Promise<void> {
  const known = await database.sql(
    `UPDATE project_sessions
        SET start_time = least(start_time, $2), end_time = greatest(end_time, $3)
      WHERE session_id = $1 AND project_id = $4
      RETURNING id`,
    [sessionId, times.start_time, times.end_time, projectId],
  );
  // TypeORM returns [rows, count] for an UPDATE.
  const rows: unknown = Array.isArray(known[0]) ? known[0] : known;
  if (Array.isArray(rows) && rows.length > 0) return;
  await aSession(database, { session_id: sessionId, project_id: projectId, ...times });
}
