import type pg from 'pg';
import { quarterOf } from '../../spans/quarters.js';
import { WIDEN_SESSION } from '../../spans/session-rows.js';
import { formatMicros } from '../../kernel/time/time.js';
import type { TraceSums } from './trace-sums.js';

/** A trace with all its spans. */
export interface UpsertedTrace {
  trace_id: string;
  project_id: number;
  session_id: string | null;
  span_count: number;
  quarter: number;
}

/** An earlier version did not store how much a session counts. It never replaced one. */
const RANK = 'coalesce(t.session_rank, CASE WHEN t.session_id IS NULL THEN 0 ELSE 3 END)';

/** SQL that adds the sums of a trace to those that are stored. */
export const ADD_TO_TRACE = `
  ON CONFLICT (trace_id) DO UPDATE SET
    session_id = CASE WHEN excluded.session_rank > ${RANK} THEN excluded.session_id ELSE t.session_id END,
    session_rank = greatest(${RANK}, excluded.session_rank),
    user_id = coalesce(t.user_id, excluded.user_id),
    start_time = least(t.start_time, excluded.start_time),
    end_time = greatest(t.end_time, excluded.end_time),
    span_count = t.span_count + excluded.span_count,
    error_count = t.error_count + excluded.error_count,
    prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = t.completion_tokens + excluded.completion_tokens,
    text_removed_at = NULL`;

/**
 * SQL that adds traces to their sessions.
 * @param traces SQL of the traces, with the `position` in which they were sent.
 */
export function upsertSessions(traces: string): string {
  return `
    INSERT INTO project_sessions AS s (id, session_id, project_id, start_time, end_time)
    SELECT id, session_id, project_id, start_time, end_time
    FROM (
      SELECT nextval('project_sessions_id_seq') AS id, grouped.*
      FROM (
        SELECT session_id, project_id,
               min(start_time) AS start_time,
               max(end_time) AS end_time
        FROM (${traces}) AS upserted
        WHERE session_id IS NOT NULL
        GROUP BY session_id, project_id
        ORDER BY min(position)
      ) AS grouped
    ) AS numbered
    ORDER BY project_id, session_id COLLATE "C"
    ON CONFLICT (session_id, project_id) DO UPDATE SET ${WIDEN_SESSION}
    WHERE s.start_time > excluded.start_time OR s.end_time < excluded.end_time`;
}

const UPSERT = {
  name: 'ingest-upsert-traces',
  text: `
    WITH sent AS MATERIALIZED (
      SELECT nextval('traces_id_seq') AS id, arrays.*
      FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[],
                  $6::timestamptz[], $7::int[], $8::int[], $9::bigint[], $10::bigint[], $11::smallint[])
        WITH ORDINALITY AS arrays (trace_id, project_id, session_id, user_id, start_time, end_time,
                                   span_count, error_count, prompt_tokens, completion_tokens, session_rank,
                                   position)
    ), upserted AS (
      INSERT INTO traces AS t (id, trace_id, project_id, session_id, user_id, start_time, end_time,
                               span_count, error_count, prompt_tokens, completion_tokens,
                               session_rank)
      SELECT id, trace_id, project_id, session_id, user_id, start_time, end_time,
             span_count, error_count, prompt_tokens, completion_tokens, session_rank
      FROM sent
      ORDER BY trace_id COLLATE "C"
      ${ADD_TO_TRACE}
      RETURNING trace_id, project_id, session_id, start_time, end_time, span_count
    ), sessions AS (${upsertSessions(`
      SELECT u.session_id, u.project_id, u.start_time, u.end_time, position
      FROM upserted u JOIN sent USING (trace_id)`)}
    )
    SELECT trace_id, project_id, session_id, span_count, ${quarterOf('start_time')} AS quarter
      FROM upserted`,
};

/**
 * Writes traces in the order of their IDs, then sessions in the order of their projects and IDs, so
 * that writers never deadlock. Row IDs increase in the order in which traces and sessions were sent. A
 * trace keeps its project, and its session until a span names one that counts more. Its session is
 * always one of its project.
 */
export async function upsertTraces(
  client: pg.ClientBase,
  traces: readonly TraceSums[],
): Promise<UpsertedTrace[]> {
  const { rows } = await client.query<UpsertedTrace>({
    ...UPSERT,
    values: [
      traces.map((trace) => trace.traceId),
      traces.map((trace) => trace.projectId),
      traces.map((trace) => trace.sessionId),
      traces.map((trace) => trace.userId),
      traces.map((trace) => formatMicros(trace.startTime)),
      traces.map((trace) => formatMicros(trace.endTime)),
      traces.map((trace) => trace.spanCount),
      traces.map((trace) => trace.errorCount),
      traces.map((trace) => String(trace.promptTokens)),
      traces.map((trace) => String(trace.completionTokens)),
      traces.map((trace) => trace.sessionRank),
    ],
  });
  return rows;
}
