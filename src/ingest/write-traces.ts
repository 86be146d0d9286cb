import type pg from 'pg';
import { quarterOf } from '../common/sql/quarters.js';
import { formatMicros } from '../common/time.js';
import type { NumberedSpan } from './copy-spans.js';

/**
 * Writes traces in the order of their IDs, then sessions in the order of theirs, so that writers
 * never deadlock. Row IDs increase in the order in which traces and sessions were sent. A trace
 * keeps its project and its first session; a session keeps the project of the trace that started
 * it.
 */
const UPSERT = {
  name: 'ingest-upsert-traces',
  text: `
    WITH sent AS MATERIALIZED (
      SELECT nextval('traces_id_seq') AS id, arrays.*
      FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[],
                  $6::timestamptz[], $7::int[], $8::int[], $9::bigint[], $10::bigint[])
        WITH ORDINALITY AS arrays (trace_id, project_id, session_id, user_id, start_time, end_time,
                                   span_count, error_count, prompt_tokens, completion_tokens, position)
    ), upserted AS (
      INSERT INTO traces AS t (id, trace_id, project_id, session_id, user_id, start_time, end_time,
                               span_count, error_count, prompt_tokens, completion_tokens)
      SELECT id, trace_id, project_id, session_id, user_id, start_time, end_time,
             span_count, error_count, prompt_tokens, completion_tokens
      FROM sent
      ORDER BY trace_id COLLATE "C"
      ON CONFLICT (trace_id) DO UPDATE SET
        session_id = coalesce(t.session_id, excluded.session_id),
        user_id = coalesce(t.user_id, excluded.user_id),
        start_time = least(t.start_time, excluded.start_time),
        end_time = greatest(t.end_time, excluded.end_time),
        span_count = t.span_count + excluded.span_count,
        error_count = t.error_count + excluded.error_count,
        prompt_tokens = t.prompt_tokens + excluded.prompt_tokens,
        completion_tokens = t.completion_tokens + excluded.completion_tokens,
        text_removed_at = NULL
      RETURNING trace_id, project_id, session_id, start_time, end_time, span_count
    ), sessions AS (
      INSERT INTO project_sessions AS s (id, session_id, project_id, start_time, end_time)
      SELECT id, session_id, project_id, start_time, end_time
      FROM (
        SELECT nextval('project_sessions_id_seq') AS id, grouped.*
        FROM (
          SELECT upserted.session_id,
                 (array_agg(upserted.project_id ORDER BY position))[1] AS project_id,
                 min(upserted.start_time) AS start_time,
                 max(upserted.end_time) AS end_time
          FROM upserted JOIN sent USING (trace_id)
          WHERE upserted.session_id IS NOT NULL
          GROUP BY upserted.session_id
          ORDER BY min(position)
        ) AS grouped
      ) AS numbered
      ORDER BY session_id COLLATE "C"
      ON CONFLICT (session_id) DO UPDATE SET
        start_time = least(s.start_time, excluded.start_time),
        end_time = greatest(s.end_time, excluded.end_time)
      WHERE s.start_time > excluded.start_time OR s.end_time < excluded.end_time
    )
    SELECT trace_id, project_id, span_count, ${quarterOf('start_time')} AS quarter
      FROM upserted`,
};

const CORRECT_PROJECTS = {
  name: 'ingest-correct-projects',
  text: `
    UPDATE spans SET project_id = moved.project_id
    FROM unnest($1::text[], $2::text[], $3::bigint[]) AS moved (trace_id, span_id, project_id)
    WHERE spans.trace_id = moved.trace_id AND spans.span_id = moved.span_id`,
};

/** A trace to which spans were added. */
export interface WrittenTrace {
  /** Row ID of its project. */
  projectId: number;
  /** The quarter of an hour in which it now begins. */
  quarter: number;
  /** Whether it has only the added spans. */
  isNew: boolean;
}

interface UpsertedTrace {
  trace_id: string;
  project_id: number;
  span_count: number;
  quarter: number;
}

interface TraceSums {
  traceId: string;
  projectId: number;
  sessionId: string | null;
  userId: string | null;
  startTime: bigint;
  endTime: bigint;
  spanCount: number;
  errorCount: number;
  promptTokens: bigint;
  completionTokens: bigint;
}

/**
 * Adds newly inserted spans to the totals of their traces, and the traces to their sessions. If a
 * trace has since moved to another project, its new spans follow it.
 * @param rows in the order in which they were sent.
 * @returns the traces by their IDs.
 */
export async function writeTraces(
  client: pg.ClientBase,
  rows: readonly NumberedSpan[],
): Promise<Map<string, WrittenTrace>> {
  const traces = sumByTrace(rows);
  const upserted = await client.query<UpsertedTrace>({
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
    ],
  });
  const written = toWrittenTraces(upserted.rows, traces);
  const projectOf = ({ span }: NumberedSpan) => written.get(span.traceId)!.projectId;
  const moved = rows.filter((row) => projectOf(row) !== row.projectId);
  if (moved.length === 0) return written;
  await client.query({
    ...CORRECT_PROJECTS,
    values: [
      moved.map((row) => row.span.traceId),
      moved.map((row) => row.span.spanId),
      moved.map(projectOf),
    ],
  });
  return written;
}

function toWrittenTraces(
  upserted: readonly UpsertedTrace[],
  sent: readonly TraceSums[],
): Map<string, WrittenTrace> {
  const sentCounts = new Map(sent.map(({ traceId, spanCount }) => [traceId, spanCount]));
  return new Map(
    upserted.map(({ trace_id, project_id, span_count, quarter }) => {
      const isNew = span_count === sentCounts.get(trace_id);
      return [trace_id, { projectId: project_id, quarter, isNew }];
    }),
  );
}

function sumByTrace(rows: readonly NumberedSpan[]): TraceSums[] {
  const traces = new Map<string, TraceSums>();
  for (const { span, projectId } of rows) {
    let trace = traces.get(span.traceId);
    if (!trace) {
      trace = {
        traceId: span.traceId,
        projectId,
        sessionId: null,
        userId: null,
        startTime: span.startTime,
        endTime: span.endTime,
        spanCount: 0,
        errorCount: 0,
        promptTokens: 0n,
        completionTokens: 0n,
      };
      traces.set(span.traceId, trace);
    }
    trace.sessionId ??= span.sessionId;
    trace.userId ??= span.userId;
    if (span.startTime < trace.startTime) trace.startTime = span.startTime;
    if (span.endTime > trace.endTime) trace.endTime = span.endTime;
    trace.spanCount += 1;
    if (span.statusCode === 'ERROR') trace.errorCount += 1;
    if (span.promptTokens) trace.promptTokens += BigInt(span.promptTokens);
    if (span.completionTokens) trace.completionTokens += BigInt(span.completionTokens);
  }
  return [...traces.values()];
}
