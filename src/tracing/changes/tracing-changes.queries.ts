import type { EntityManager } from 'typeorm';
import { COUNT_PRICED } from '../../common/sql/cost-details.js';
import { isDistributed, tableItself } from '../../common/sql/distribution.js';
import { isPresent } from '../../common/sql/dropped-traces.js';
import { lockTracesSql } from '../../common/sql/lock-traces.js';
import {
  deleteLogsOfSpans,
  deleteLogsOfTraces,
  moveLogsOfTraces,
} from './logs-of-traces.queries.js';
import { markSpans, markTraces, type MarkedBlocks } from './marks.queries.js';

/**
 * Statements that move and delete traces, spans and sessions, each in the caller's transaction.
 *
 * All changes lock traces first, in the order of their IDs, and then sessions, in the order of
 * theirs. Span writers do the same, so there are no deadlocks.
 */

/** The columns of a locked trace. */
export interface LockedTrace {
  traceId: string;
  projectId: number;
  sessionId: string | null;
  /** Whether it is losing all its spans. */
  isDropped: boolean;
}

/** Select list of a `LockedTrace`. */
export const LOCKED_TRACE_SELECT_LIST = `t.trace_id AS "traceId", t.project_id AS "projectId", t.session_id AS "sessionId",
   NOT (${isPresent('t')}) AS "isDropped"`;

/** Locks and reads traces in the order of their IDs. Skips missing ones. */
export function lockTraces(tx: EntityManager, traceIds: readonly string[]): Promise<LockedTrace[]> {
  return tx.query(lockTracesSql(LOCKED_TRACE_SELECT_LIST, 't.trace_id = ANY($1)'), [traceIds]);
}

/** The tables with the project of a trace. Its annotations are deleted with it by a foreign key. */
const TABLES_OF_TRACES = [
  'spans',
  'span_annotations',
  'document_annotations',
  'trace_annotations',
  'traces',
];

export async function moveTraces(
  tx: EntityManager,
  traceIds: readonly string[],
  projectId: number,
): Promise<void> {
  await markTraces(tx, traceIds);
  await moveLogsOfTraces(tx, traceIds, projectId);
  for (const table of TABLES_OF_TRACES) {
    await tx.query(`UPDATE ${tableItself(table)} SET project_id = $2 WHERE trace_id = ANY($1)`, [
      traceIds,
      projectId,
    ]);
  }
  // Those who review it may not see where it is now.
  await tx.query(
    `DELETE FROM annotation_queue_items i USING annotation_queues q
      WHERE i.trace_id = ANY($1) AND q.id = i.queue_id AND q.project_id <> $2`,
    [traceIds, projectId],
  );
  // Whoever moves a trace wants to have it, so sampling must not drop it.
  await tx.query(
    `UPDATE ${tableItself('traces')} SET kept_because = coalesce(kept_because, 'PROTECTED') WHERE trace_id = ANY($1)`,
    [traceIds],
  );
  await markTraces(tx, traceIds);
}

/**
 * Deletes traces with their spans.
 * @param blocks those that the index builds again. Its other blocks keep terms of what is gone, which
 * changes no result.
 */
export async function deleteTraces(
  tx: EntityManager,
  traceIds: readonly string[],
  blocks?: MarkedBlocks,
): Promise<void> {
  await markTraces(tx, traceIds, blocks);
  await deleteLogsOfTraces(tx, traceIds);
  await tx.query(`DELETE FROM ${tableItself('spans')} WHERE trace_id = ANY($1)`, [traceIds]);
  await tx.query(`DELETE FROM ${tableItself('span_payloads')} WHERE trace_id = ANY($1)`, [
    traceIds,
  ]);
  await tx.query(`DELETE FROM ${tableItself('traces')} WHERE trace_id = ANY($1)`, [traceIds]);
  // No foreign key does this from the tables of distributed traces.
  if (isDistributed()) {
    await tx.query('DELETE FROM annotation_queue_items WHERE trace_id = ANY($1)', [traceIds]);
  }
}

/** The tables with rows of a span. */
const TABLES_OF_SPANS = [
  'span_annotations',
  'document_annotations',
  'annotation_queue_items',
  'span_costs',
  'span_cost_details',
];

/** The contribution of deleted spans to the totals of their trace. */
interface DeletedSpans {
  spans: number;
  errors: number;
  promptTokens: number;
  completionTokens: number;
}

/**
 * Deletes spans of a locked trace and subtracts them from the totals. Deletes the trace with its last
 * span. Leaves their payloads in packs: see `erasePayloads`. Returns how many of them existed.
 * @param blocks as in `deleteTraces`.
 */
export async function deleteSpans(
  tx: EntityManager,
  traceId: string,
  spanIds: readonly string[],
  blocks?: MarkedBlocks,
): Promise<number> {
  await markSpans(tx, traceId, spanIds, blocks);
  const [deleted] = await tx.query<DeletedSpans[]>(
    `WITH deleted AS (
       DELETE FROM ${tableItself('spans')} WHERE trace_id = $1 AND span_id = ANY($2)
       RETURNING status_code, prompt_tokens, completion_tokens)
     SELECT count(*) AS spans, count(*) FILTER (WHERE status_code = 'ERROR') AS errors,
            coalesce(sum(prompt_tokens), 0)::bigint AS "promptTokens",
            coalesce(sum(completion_tokens), 0)::bigint AS "completionTokens"
       FROM deleted`,
    [traceId, spanIds],
  );
  const { spans, errors, promptTokens, completionTokens } = deleted!;
  if (spans === 0) return 0;
  await deleteLogsOfSpans(tx, traceId, spanIds);
  for (const table of TABLES_OF_SPANS) {
    await tx.query(`DELETE FROM ${tableItself(table)} WHERE trace_id = $1 AND span_id = ANY($2)`, [
      traceId,
      spanIds,
    ]);
  }
  await tx.query(
    `UPDATE ${tableItself('traces')}
        SET span_count = span_count - $2, error_count = error_count - $3,
            prompt_tokens = prompt_tokens - $4, completion_tokens = completion_tokens - $5,
            (prompt_cost, completion_cost, token_span_count, unpriced_span_count) = (
              SELECT sum(c.prompt_cost), sum(c.completion_cost), ${COUNT_PRICED.tokens},
                     ${COUNT_PRICED.unpriced}
                FROM span_costs c WHERE c.trace_id = $1)
      WHERE trace_id = $1`,
    [traceId, spans, errors, promptTokens, completionTokens],
  );
  await tx.query(
    `DELETE FROM ${tableItself('traces')} t
      WHERE t.trace_id = $1 AND NOT EXISTS (SELECT FROM spans s WHERE s.trace_id = t.trace_id)`,
    [traceId],
  );
  await tx.query(
    `DELETE FROM ${tableItself('span_payloads')} p
      WHERE p.trace_id = $1 AND NOT EXISTS (SELECT FROM traces t WHERE t.trace_id = p.trace_id)`,
    [traceId],
  );
  return spans;
}

/**
 * After a span is deleted, lets the loop that prices spans find out which calls it hid: those of which it
 * counted the tokens, and those that it connected to another call.
 */
export async function settleNestedCalls(tx: EntityManager, traceId: string): Promise<void> {
  await tx.query(
    `INSERT INTO unpriced_spans (span_ids)
     SELECT array_agg(id) FROM spans WHERE trace_id = $1 AND counted_in IS NOT NULL HAVING count(*) > 0`,
    [traceId],
  );
}

/**
 * Locks sessions in a separate statement, so that later statements see the traces of every writer
 * that this one waited for. Returns false if there is nothing to lock.
 */
async function lockSessions(tx: EntityManager, sessionIds: readonly string[]): Promise<boolean> {
  if (sessionIds.length === 0) return false;
  await tx.query(
    `SELECT session_id FROM project_sessions WHERE session_id = ANY($1)
      ORDER BY session_id FOR UPDATE`,
    [sessionIds],
  );
  return true;
}

/** Moves those sessions whose traces are now all in the project. */
export async function moveWholeSessions(
  tx: EntityManager,
  sessionIds: readonly string[],
  projectId: number,
): Promise<void> {
  if (!(await lockSessions(tx, sessionIds))) return;
  const [elsewhere] = await tx.query<[{ ids: string[] | null }]>(
    `SELECT array_agg(DISTINCT session_id) AS ids FROM traces
      WHERE session_id = ANY($1) AND project_id <> $2`,
    [sessionIds, projectId],
  );
  await tx.query(
    `UPDATE project_sessions SET project_id = $2
      WHERE session_id = ANY($1) AND session_id <> ALL($3::text[])`,
    [sessionIds, projectId, elsewhere.ids ?? []],
  );
  await moveSessionAnnotations(tx, sessionIds);
  await tx.query(
    `DELETE FROM annotation_queue_items i USING annotation_queues q, project_sessions s
      WHERE s.session_id = ANY($1) AND i.session_id = s.session_id AND q.id = i.queue_id
        AND q.project_id <> s.project_id`,
    [sessionIds],
  );
}

/** After sessions have moved, moves their annotations to the same projects. */
async function moveSessionAnnotations(
  tx: EntityManager,
  sessionIds: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE session_annotations a SET project_id = s.project_id
       FROM project_sessions s
      WHERE s.session_id = ANY($1) AND a.session_id = s.session_id
        AND a.project_id <> s.project_id`,
    [sessionIds],
  );
}

/**
 * Moves the sessions of a project that have traces elsewhere to the project of the first such
 * trace.
 */
export async function moveSessionsElsewhere(tx: EntityManager, projectId: number): Promise<void> {
  const elsewhere = await tx.query<{ sessionId: string; projectId: number }[]>(
    `SELECT DISTINCT ON (session_id) session_id AS "sessionId", project_id AS "projectId" FROM traces
      WHERE project_id <> $1 AND session_id IN (
        SELECT session_id FROM project_sessions WHERE project_id = $1)
      ORDER BY session_id, start_time, id`,
    [projectId],
  );
  const sessionIds = elsewhere.map(({ sessionId }) => sessionId);
  await tx.query(
    `UPDATE project_sessions s SET project_id = t.project_id
       FROM unnest($1::text[], $2::bigint[]) AS t (session_id, project_id)
      WHERE s.session_id = t.session_id`,
    [sessionIds, elsewhere.map((trace) => trace.projectId)],
  );
  await moveSessionAnnotations(tx, sessionIds);
}

/**
 * After traces are deleted, deletes the sessions left empty and adjusts the others to their
 * remaining traces.
 */
export async function shrinkSessions(
  tx: EntityManager,
  sessionIds: readonly string[],
): Promise<void> {
  if (!(await lockSessions(tx, sessionIds))) return;
  const left = await tx.query<{ id: string; start: string; end: string }[]>(
    `SELECT session_id AS id, min(start_time)::text AS start, max(end_time)::text AS end
       FROM traces WHERE session_id = ANY($1) GROUP BY session_id`,
    [sessionIds],
  );
  const leftIds = left.map(({ id }) => id);
  await tx.query(
    `DELETE FROM project_sessions WHERE session_id = ANY($1) AND session_id <> ALL($2::text[])`,
    [sessionIds, leftIds],
  );
  await tx.query(
    `UPDATE project_sessions s SET start_time = t.start_time, end_time = t.end_time
       FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
         AS t (session_id, start_time, end_time)
      WHERE s.session_id = t.session_id`,
    [leftIds, left.map(({ start }) => start), left.map(({ end }) => end)],
  );
}

/** Deletes sessions with their traces and spans. */
export async function deleteSessions(
  tx: EntityManager,
  sessionIds: readonly string[],
): Promise<void> {
  await deleteTracesOfSessions(tx, sessionIds);
  await lockSessions(tx, sessionIds);
  // After this lock, no trace can be added to the sessions, but one may have arrived before.
  await deleteTracesOfSessions(tx, sessionIds);
  await tx.query('DELETE FROM project_sessions WHERE session_id = ANY($1)', [sessionIds]);
}

async function deleteTracesOfSessions(
  tx: EntityManager,
  sessionIds: readonly string[],
): Promise<void> {
  const traces = await tx.query<{ traceId: string }[]>(
    'SELECT trace_id AS "traceId" FROM traces WHERE session_id = ANY($1)',
    [sessionIds],
  );
  if (traces.length === 0) return;
  const traceIds = traces.map((trace) => trace.traceId);
  await lockTraces(tx, traceIds);
  await deleteTraces(tx, traceIds);
}

/** Lists the sessions of traces, without duplicates. */
export function listSessionIds(traces: readonly LockedTrace[]): string[] {
  const ids = traces.map((trace) => trace.sessionId).filter((id) => id !== null);
  return [...new Set(ids)];
}
