import { isFailedSpan } from '../../spans/failure.js';
import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../database/database-writer.js';
import { COUNT_PRICED } from '../../spans/cost-details.js';
import { isPresent } from '../../spans/dropped-traces.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import {
  deleteLogsOfSpans,
  deleteLogsOfTraces,
  moveLogsOfTraces,
} from './logs-of-traces.queries.js';
import { markSpans, markTraces, type MarkedBlocks } from './marks.queries.js';

/**
 * Statements that move and delete traces and spans, each in the caller's transaction.
 *
 * All changes lock traces first, in the order of their IDs, and then sessions, in the order of
 * their projects and IDs (session-changes.queries.ts). Span writers do the same, so there are no
 * deadlocks.
 */

/** The columns of a locked trace. */
export interface LockedTrace {
  traceId: string;
  projectId: number;
  sessionId: string | null;
  startTime: string;
  endTime: string;
  /** Whether it is losing all its spans. */
  isDropped: boolean;
}

/** Select list of a `LockedTrace`. */
export const LOCKED_TRACE_SELECT_LIST = `t.trace_id AS "traceId", t.project_id AS "projectId",
  t.session_id AS "sessionId", t.start_time AS "startTime", t.end_time AS "endTime",
  NOT (${isPresent('t')}) AS "isDropped"`;

/** Locks and reads traces in the order of their IDs. Skips missing ones. */
export function lockTraces(tx: Transaction, traceIds: readonly string[]): Promise<LockedTrace[]> {
  return tx.query(
    lockTracesSql(tx.distribution, LOCKED_TRACE_SELECT_LIST, 't.trace_id = ANY($1)'),
    [traceIds],
  );
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
  tx: Transaction,
  traceIds: readonly string[],
  projectId: number,
): Promise<void> {
  await markTraces(tx, traceIds);
  await moveLogsOfTraces(tx, traceIds, projectId);
  for (const table of TABLES_OF_TRACES) {
    await tx.query(
      `UPDATE ${tx.distribution.tableItself(table)} SET project_id = $2 WHERE trace_id = ANY($1)`,
      [traceIds, projectId],
    );
  }
  // Those who review it may not see where it is now.
  await tx.query(
    `DELETE FROM annotation_queue_items i USING annotation_queues q
      WHERE i.trace_id = ANY($1) AND q.id = i.queue_id AND q.project_id <> $2`,
    [traceIds, projectId],
  );
  // Whoever moves a trace wants to have it, so sampling must not drop it.
  await tx.query(
    `UPDATE ${tx.distribution.tableItself('traces')} SET kept_because = coalesce(kept_because, 'PROTECTED') WHERE trace_id = ANY($1)`,
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
  tx: Transaction,
  traceIds: readonly string[],
  blocks?: MarkedBlocks,
): Promise<void> {
  await markTraces(tx, traceIds, blocks);
  await deleteLogsOfTraces(tx, traceIds);
  await tx.query(`DELETE FROM ${tx.distribution.tableItself('spans')} WHERE trace_id = ANY($1)`, [
    traceIds,
  ]);
  await tx.query(
    `DELETE FROM ${tx.distribution.tableItself('span_payloads')} WHERE trace_id = ANY($1)`,
    [traceIds],
  );
  await tx.query(`DELETE FROM ${tx.distribution.tableItself('traces')} WHERE trace_id = ANY($1)`, [
    traceIds,
  ]);
  // No foreign key does this from the tables of distributed traces.
  if (!tx.distribution.hasForeignKeys) {
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
  tx: Transaction,
  traceId: string,
  spanIds: readonly string[],
  blocks?: MarkedBlocks,
): Promise<number> {
  await markSpans(tx, traceId, spanIds, blocks);
  const [deleted] = await tx.query<DeletedSpans[]>(
    `WITH deleted AS (
       DELETE FROM ${tx.distribution.tableItself('spans')} WHERE trace_id = $1 AND span_id = ANY($2)
       RETURNING status_code, prompt_tokens, completion_tokens)
     SELECT count(*) AS spans, count(*) FILTER (WHERE ${isFailedSpan('deleted')}) AS errors,
            coalesce(sum(prompt_tokens), 0)::bigint AS "promptTokens",
            coalesce(sum(completion_tokens), 0)::bigint AS "completionTokens"
       FROM deleted`,
    [traceId, spanIds],
  );
  const { spans, errors, promptTokens, completionTokens } = deleted!;
  if (spans === 0) return 0;
  await deleteLogsOfSpans(tx, traceId, spanIds);
  for (const table of TABLES_OF_SPANS) {
    await tx.query(
      `DELETE FROM ${tx.distribution.tableItself(table)} WHERE trace_id = $1 AND span_id = ANY($2)`,
      [traceId, spanIds],
    );
  }
  await tx.query(
    `UPDATE ${tx.distribution.tableItself('traces')}
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
    `DELETE FROM ${tx.distribution.tableItself('traces')} t
      WHERE t.trace_id = $1 AND NOT EXISTS (SELECT FROM spans s WHERE s.trace_id = t.trace_id)`,
    [traceId],
  );
  await tx.query(
    `DELETE FROM ${tx.distribution.tableItself('span_payloads')} p
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
 * Deletes some packs of a trace that loses all of its payloads in parts. There are not more packs than
 * spans, so if each part deletes as many packs as it has spans, few are left for the last one.
 */
export async function deleteSomePayloads(
  tx: Transaction,
  traceId: string,
  limit: number,
): Promise<void> {
  await tx.query(
    `DELETE FROM ${tx.distribution.tableItself('span_payloads')} WHERE trace_id = $1
        AND id IN (SELECT id FROM span_payloads WHERE trace_id = $1 LIMIT $2)`,
    [traceId, limit],
  );
}
