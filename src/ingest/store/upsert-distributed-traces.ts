import type pg from 'pg';
import { toQuarter } from '../../spans/quarters.js';
import { formatMicros, parseWireTime } from '../../kernel/time/time.js';
import { reserveIds } from './reserve-ids.js';
import type { TraceSums } from './trace-sums.js';
import { ADD_TO_TRACE, type UpsertedTrace, upsertSessions } from './upsert-traces.js';

const COLUMNS = [
  'id',
  'trace_id',
  'project_id',
  'session_id',
  'user_id',
  'start_time',
  'end_time',
  'span_count',
  'error_count',
  'prompt_tokens',
  'completion_tokens',
  'session_rank',
];
const RETURNED = 'trace_id, project_id, session_id, start_time, end_time, span_count';

/** A statement has at most 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

const UPSERT_SESSIONS = {
  name: 'ingest-upsert-sessions',
  text: upsertSessions(`
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::timestamptz[])
      WITH ORDINALITY AS t (session_id, project_id, start_time, end_time, position)`),
};

interface ReturnedTrace extends Omit<UpsertedTrace, 'quarter'> {
  start_time: string;
  end_time: string;
}

/**
 * Does what `upsertTraces` does, on distributed tables. Citus sends rows that are written out to their
 * workers at once; those of a SELECT it would first store on every worker.
 */
export async function upsertDistributedTraces(
  client: pg.ClientBase,
  traces: readonly TraceSums[],
): Promise<UpsertedTrace[]> {
  const ids = await reserveIds(client, 'trace', traces.length);
  const rows = traces
    .map((trace, i) => ({ id: ids[i]!, trace }))
    .toSorted((a, b) => (a.trace.traceId < b.trace.traceId ? -1 : 1));
  const upserted: ReturnedTrace[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    upserted.push(...(await upsertRows(client, rows.slice(from, from + ROWS_AT_ONCE))));
  }
  const byId = new Map(upserted.map((trace) => [trace.trace_id, trace]));
  const ofSessions = traces
    .map(({ traceId }) => byId.get(traceId)!)
    .filter((trace) => trace.session_id !== null);
  if (ofSessions.length > 0) {
    await client.query({
      ...UPSERT_SESSIONS,
      values: [
        ofSessions.map((trace) => trace.session_id),
        ofSessions.map((trace) => trace.project_id),
        ofSessions.map((trace) => trace.start_time),
        ofSessions.map((trace) => trace.end_time),
      ],
    });
  }
  return upserted.map((trace) => ({
    ...trace,
    quarter: toQuarter(parseWireTime(trace.start_time)),
  }));
}

interface Row {
  id: number;
  trace: TraceSums;
}

async function upsertRows(client: pg.ClientBase, given: readonly Row[]): Promise<ReturnedTrace[]> {
  const values: unknown[] = [];
  const written = given.map((row) => {
    const placeholders = toValues(row).map((value) => `$${values.push(value)}`);
    return `(${placeholders.join(', ')})`;
  });
  const { rows } = await client.query<ReturnedTrace>(
    `INSERT INTO traces AS t (${COLUMNS.join(', ')}) VALUES ${written.join(', ')}
     ${ADD_TO_TRACE} RETURNING ${RETURNED}`,
    values,
  );
  return rows;
}

/** The values of `COLUMNS`. */
function toValues({ id, trace }: Row): unknown[] {
  return [
    id,
    trace.traceId,
    trace.projectId,
    trace.sessionId,
    trace.userId,
    formatMicros(trace.startTime),
    formatMicros(trace.endTime),
    trace.spanCount,
    trace.errorCount,
    String(trace.promptTokens),
    String(trace.completionTokens),
    trace.sessionRank,
  ];
}
