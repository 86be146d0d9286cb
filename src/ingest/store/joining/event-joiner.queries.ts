import type pg from 'pg';
import type { Distributed } from '../../../kernel/sql/distribution.js';
import { lockTracesSql } from '../../../spans/lock-traces.js';
import { quarterOf } from '../../../spans/quarters.js';
import { selectPayload } from '../../../spans/span-payload.js';
import { readPayloads, type StoredPayload } from '../../../spans/stored-payload.js';
import { formatMicros } from '../../../kernel/time/time.js';
import type { SpanRecord } from '../../decode/span-record.js';
import { COPIED_COLUMNS } from '../span-columns.js';
import type { KnownTrace } from '../stored-spans.js';
import type { ProjectSpanKey } from '../joining-queue.js';
import type { StoredSpan } from './rebuild-span.js';
import { KNOWN_FOR_MS } from '../waiting-events.js';

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* joined events */';

const FIRST_DUE =
  'FROM unjoined_events WHERE retry_at IS NULL OR retry_at <= now() ORDER BY id LIMIT';

/** SQL of whether events are to be joined with their spans. */
export const EVENTS_DUE = `(SELECT id ${FIRST_DUE} 1) IS NOT NULL`;

/** Events to look at now, which arrived together or waited for spans that arrived together. */
export interface TakenEvents {
  id: number;
  logIds: number[];
  /** How often their spans were looked for. */
  looks: number;
  /** How often they could not be joined. */
  failures: number;
  /** Whether all transactions have ended that may have missed them: those that began before they were visible. */
  isSettled: boolean;
}

/**
 * Takes the events that have waited longest and are due. Takes events that failed alone, so that they affect
 * nothing else.
 */
export async function takeEvents(client: pg.ClientBase, limit: number): Promise<TakenEvents[]> {
  const { rows } = await client.query<TakenEvents>(
    `${MARK} SELECT id, to_json(log_ids) AS "logIds", looks, failures,
            coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= horizon, false) AS "isSettled"
       ${FIRST_DUE} $1`,
    [limit],
  );
  const failed = rows.findIndex(({ failures }) => failures > 0);
  return failed === -1 ? rows : rows.slice(0, Math.max(1, failed));
}

/** An event whose span is stored. */
export interface FoundEvent extends ProjectSpanKey {
  logId: number;
  /** About how many bytes its record takes. */
  byteSize: number;
}

/** Finds those of some events whose spans are stored in the project of their records. */
export async function findStored(
  client: pg.ClientBase,
  logIds: readonly number[],
): Promise<FoundEvent[]> {
  const { rows: events } = await client.query<FoundEvent>(
    `${MARK} SELECT w.log_id AS "logId", w.trace_id AS "traceId", w.span_id AS "spanId",
            w.project_id AS "projectId",
            (coalesce(pg_column_size(l.body), 0) + pg_column_size(l.attributes))::float8 AS "byteSize"
       FROM waiting_events w JOIN log_records l ON l.id = w.log_id
      WHERE w.log_id = ANY ($1) ORDER BY w.trace_id, w.span_id, l.time, l.id`,
    [logIds],
  );
  if (events.length === 0) return [];
  const { rows: spans } = await client.query<ProjectSpanKey>(
    `${MARK} SELECT s.trace_id AS "traceId", s.span_id AS "spanId", s.project_id AS "projectId"
       FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)) k
       JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`,
    [events.map(({ traceId }) => traceId), events.map(({ spanId }) => spanId)],
  );
  const stored = new Set(spans.map(keyOf));
  return events.filter((event) => stored.has(keyOf(event)));
}

/** Returns a key that is unique among the spans of all projects. */
export function keyOf({ projectId, traceId, spanId }: ProjectSpanKey): string {
  return `${projectId}\0${traceId}\0${spanId}`;
}

/** The record of an event. */
export interface EventRecord {
  id: number;
  eventName: string;
  /** Wire time. */
  time: string;
  body: string | null;
  isJsonBody: boolean;
  /** JSON text. */
  attributes: string;
}

export async function readEvents(
  client: pg.ClientBase,
  logIds: readonly number[],
): Promise<EventRecord[]> {
  const { rows } = await client.query<EventRecord>(
    `${MARK} SELECT id, event_name AS "eventName", time, body, is_json_body AS "isJsonBody",
            attributes::text AS attributes
       FROM log_records WHERE id = ANY ($1)`,
    [logIds],
  );
  return rows;
}

/** A span to build again, and the place of its payload if that is in a pack. */
export type LockedSpan = StoredSpan & { isPacked: boolean };

/** Locks the traces of spans in the order of their IDs, as all writers do, and reads the spans. */
export async function lockStoredSpans(
  client: Distributed<pg.ClientBase>,
  keys: readonly ProjectSpanKey[],
): Promise<{ spans: LockedSpan[]; traces: Map<string, KnownTrace> }> {
  const traceIds = [...new Set(keys.map(({ traceId }) => traceId))];
  const { rows: traces } = await client.query<{
    traceId: string;
    projectId: number;
    sessionId: string | null;
    quarter: number;
  }>(
    `${MARK} ${lockTracesSql(
      client.distribution,
      `t.trace_id AS "traceId", t.project_id AS "projectId", t.session_id AS "sessionId",
       ${quarterOf('t.start_time')} AS quarter`,
      't.trace_id = ANY ($1)',
    )}`,
    [traceIds],
  );
  const { rows } = await client.query<Omit<StoredSpan, 'projectName'> & StoredPayload>(
    `${MARK} SELECT s.id, s.project_id AS "projectId", s.trace_id AS "traceId", s.span_id AS "spanId",
            s.parent_id AS "parentId", s.name, s.kind, s.status_code AS "statusCode",
            s.status_message AS "statusMessage", s.start_time AS "startTime", s.end_time AS "endTime",
            s.prompt_tokens AS "promptTokens", s.completion_tokens AS "completionTokens",
            s.attributes::text AS attributes, s.events::text AS events, ${selectPayload('s')}
       FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
       JOIN spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`,
    [keys.map(({ traceId }) => traceId), keys.map(({ spanId }) => spanId)],
  );
  const packed = new Set(rows.flatMap(({ id, payloadId }) => (payloadId === null ? [] : [id])));
  const read = async (sql: string, parameters: unknown[]) =>
    (await client.query<{ id: number; bytes: Buffer }>(sql, parameters)).rows;
  const spans = await readPayloads(read, rows);
  const { rows: projects } = await client.query<{ id: number; name: string }>(
    `${MARK} SELECT id, name FROM projects WHERE id = ANY ($1)`,
    [[...new Set(rows.map(({ projectId }) => projectId))]],
  );
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  return {
    spans: spans.flatMap((span) => {
      const projectName = names.get(span.projectId);
      return projectName === undefined
        ? []
        : [{ ...span, projectName, isPacked: packed.has(span.id) }];
    }),
    traces: new Map(traces.map((trace) => [trace.traceId, trace])),
  };
}

/** The columns that events change. The payload moves to the row. */
const CHANGED_COLUMNS = COPIED_COLUMNS.filter(
  ({ name }) => !['trace_id', 'span_id', 'start_time', 'end_time'].includes(name),
);

const UPDATE = `${MARK} UPDATE spans AS s
  SET payload_id = NULL, payload_bytes = NULL, text_removed_at = NULL,
      ${CHANGED_COLUMNS.map(({ name }) => `${name} = v.${name}`).join(', ')}
  FROM unnest($1::text[], $2::text[], ${CHANGED_COLUMNS.map(
    ({ type }, at) => `$${at + 3}::${type}[]`,
  ).join(', ')})
    AS v (trace_id, span_id, ${CHANGED_COLUMNS.map(({ name }) => name).join(', ')})
 WHERE s.trace_id = v.trace_id AND s.span_id = v.span_id`;

/** Replaces what events change of spans whose traces are locked. */
export async function updateSpans(
  client: pg.ClientBase,
  records: readonly SpanRecord[],
): Promise<void> {
  await client.query(UPDATE, [
    records.map(({ traceId }) => traceId),
    records.map(({ spanId }) => spanId),
    ...CHANGED_COLUMNS.map(({ value }) =>
      records.map((record) => {
        const field = value(record, null);
        return typeof field === 'bigint' ? formatMicros(field) : field;
      }),
    ),
  ]);
}

/** Forgets that events wait for their spans. */
export async function forgetWaiting(
  client: pg.ClientBase,
  logIds: readonly number[],
): Promise<void> {
  await client.query(`${MARK} DELETE FROM waiting_events WHERE log_id = ANY ($1)`, [logIds]);
}

/** Longer than servers believe that no events wait, so that all that did not look are known after it. */
const SECOND_LOOK = `interval '${KNOWN_FOR_MS * 5} ms'`;
const LATER_LOOKS = `interval '1 s'`;

/**
 * Forgets those that are joined. Lets the loop look again later for the others, or leaves events to those who store their spans: once a look began after all
 * transactions had ended that stored spans without seeing the events.
 */
export async function lookAgain(
  client: pg.ClientBase,
  taken: readonly TakenEvents[],
): Promise<void> {
  await client.query(
    `${MARK} DELETE FROM unjoined_events
      WHERE id = ANY ($1) AND (id = ANY ($2) OR NOT EXISTS (
        SELECT FROM waiting_events w WHERE w.log_id = ANY (log_ids)))`,
    [taken.map(({ id }) => id), taken.filter(({ isSettled }) => isSettled).map(({ id }) => id)],
  );
  await client.query(
    `${MARK} UPDATE unjoined_events
        SET looks = looks + 1, failures = 0,
            horizon = CASE WHEN looks = 0 THEN NULL
                           ELSE coalesce(horizon, pg_snapshot_xmax(pg_current_snapshot())) END,
            retry_at = now() + CASE WHEN looks = 0 THEN ${SECOND_LOOK} ELSE ${LATER_LOOKS} END
      WHERE id = ANY ($1)`,
    [taken.map(({ id }) => id)],
  );
}

/** Events that wait to be joined again. */
export interface PostponedEvents {
  logIds: number[];
  failures: number;
  retryAt: string;
}

/**
 * Lets events that could not be joined wait 5 seconds. From the second time on, splits them in halves, so
 * that in the end one that cannot be joined waits alone. Its pause then doubles each time, up to an hour.
 */
export async function postponeEvents(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<PostponedEvents[]> {
  const { rows } = await client.query<PostponedEvents>(
    `${MARK} WITH failed AS (DELETE FROM unjoined_events WHERE id = ANY ($1) RETURNING *),
     half AS (
       SELECT failed.id, part.ids, CASE WHEN middle > 0 THEN 1 ELSE failures + 1 END AS failures
         FROM failed CROSS JOIN LATERAL (
           SELECT CASE WHEN failures = 0 THEN 0 ELSE cardinality(log_ids) / 2 END AS middle) m
        CROSS JOIN LATERAL (VALUES (log_ids[:middle]), (log_ids[middle + 1:])) AS part (ids)
        WHERE cardinality(part.ids) > 0)
     INSERT INTO unjoined_events (log_ids, failures, retry_at)
     SELECT ids, failures,
            now() + least(interval '1 hour', interval '5 s' * 2 ^ least(failures - 1, 20))
       FROM half ORDER BY id
     RETURNING to_json(log_ids) AS "logIds", failures, retry_at AS "retryAt"`,
    [ids],
  );
  return rows;
}
