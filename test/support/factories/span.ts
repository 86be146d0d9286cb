import { randomBytes } from 'node:crypto';
import { markChanged } from './changed-quarters.js';
import { insertRow, type Sql } from './insert.js';
import { DEFAULT_END, DEFAULT_START } from './times.js';
import { markUnindexed } from './unindexed.js';
import { aTrace, type TraceRow } from './trace.js';

/** A row of `spans`. */
export interface SpanRow {
  trace_id: string;
  span_id: string;
  id: number;
  project_id: number;
  parent_id: string | null;
  name: string;
  kind: string;
  status_code: string;
  status_message: string;
  start_time: string;
  end_time: string;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  model_name: string | null;
  provider: string | null;
  user_id: string | null;
  session_id: string | null;
  input_preview: string | null;
  input_mime_type: string | null;
  output_preview: string | null;
  output_mime_type: string | null;
  /** Short scalars under dotted keys. */
  attributes: Record<string, unknown>;
  /** The remaining attributes, nested. */
  payload: Record<string, unknown> | null;
  events: unknown[] | null;
  ingested_at: string;
}

/**
 * Inserts a span and adds it to the totals and times of its trace. Creates the trace if there is
 * none with that `trace_id`, in `project_id` if given.
 */
export async function aSpan(database: Sql, given: Partial<SpanRow> = {}): Promise<SpanRow> {
  const times = {
    start_time: given.start_time ?? DEFAULT_START,
    end_time: given.end_time ?? DEFAULT_END,
  };
  const trace = await traceOf(database, given, times);
  const span = await insertRow<SpanRow>(database, 'spans', {
    trace_id: trace.trace_id,
    span_id: randomBytes(8).toString('hex'),
    project_id: trace.project_id,
    name: 'step',
    kind: 'CHAIN',
    status_code: 'UNSET',
    status_message: '',
    ...times,
    ...given,
    attributes: JSON.stringify(given.attributes ?? {}),
    payload: given.payload ? JSON.stringify(given.payload) : null,
    events: given.events ? JSON.stringify(given.events) : null,
  });
  await markUnindexed(database, span.id);
  await addToTrace(database, span);
  await markChanged(database, trace.trace_id);
  return span;
}

/** Adds copies of a span to its trace, with other IDs and without errors or tokens of their own. */
export async function copySpan(
  database: Sql,
  { id, trace_id: traceId }: SpanRow,
  count: number,
): Promise<void> {
  await database.sql(
    `INSERT INTO spans (trace_id, span_id, project_id, parent_id, name, kind, status_code,
       status_message, start_time, end_time, attributes, payload)
     SELECT trace_id, span_id || ' ' || n, project_id, parent_id, name, kind, 'UNSET', '',
            start_time, end_time, attributes, payload
       FROM spans CROSS JOIN generate_series(1, $2) n WHERE id = $1`,
    [id, count],
  );
  await database.sql('UPDATE traces SET span_count = span_count + $2 WHERE trace_id = $1', [
    traceId,
    count,
  ]);
  await markUnindexed(database);
  await markChanged(database, traceId);
}

async function traceOf(
  database: Sql,
  given: Partial<SpanRow>,
  times: Pick<TraceRow, 'start_time' | 'end_time'>,
): Promise<TraceRow> {
  if (given.trace_id !== undefined) {
    const [known] = await database.sql<TraceRow>('SELECT * FROM traces WHERE trace_id = $1', [
      given.trace_id,
    ]);
    if (known) return known;
  }
  return aTrace(database, {
    ...times,
    ...(given.trace_id === undefined ? {} : { trace_id: given.trace_id }),
    ...(given.project_id === undefined ? {} : { project_id: given.project_id }),
    ...(given.session_id == null ? {} : { session_id: given.session_id }),
    ...(given.user_id == null ? {} : { user_id: given.user_id }),
  });
}

async function addToTrace(database: Sql, span: SpanRow): Promise<void> {
  await database.sql(
    `UPDATE traces
        SET start_time = least(start_time, $2),
            end_time = greatest(end_time, $3),
            span_count = span_count + 1,
            error_count = error_count + $4,
            prompt_tokens = prompt_tokens + $5,
            completion_tokens = completion_tokens + $6
      WHERE trace_id = $1`,
    [
      span.trace_id,
      span.start_time,
      span.end_time,
      span.status_code === 'ERROR' ? 1 : 0,
      span.prompt_tokens ?? 0,
      span.completion_tokens ?? 0,
    ],
  );
}
