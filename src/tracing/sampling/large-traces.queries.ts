import { isFailedSpan } from '../../spans/failure.js';
import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../database/database-writer.js';
import { DROPPED } from '../../spans/dropped-traces.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import { markTraces } from '../changes/marks.queries.js';
import { listSessionKeys, shrinkSessions } from '../changes/session-changes.queries.js';
import {
  deleteSpans,
  LOCKED_TRACE_SELECT_LIST,
  type LockedTrace,
} from '../changes/tracing-changes.queries.js';
import {
  recordDroppedSpans,
  recordDroppedTrace,
} from '../figures/rollups/dropped-figures.queries.js';
import {
  addCount,
  keepTraces,
  lockDropped,
  type OutcomeCounts,
  type SeenTrace,
} from './dropped-traces.queries.js';

/** A large trace that loses its spans step by step. */
export interface LargeTrace {
  traceId: string;
  projectId: number;
  /** Row ID of the last span that it had when it was decided about. */
  lastSpanId: number;
}

/**
 * Decides to drop a large trace, under the conditions of `dropTraces`. From then on, it does not exist for
 * those who would annotate or move it, so it never stays in part.
 */
export async function markDropped(
  tx: Transaction,
  projectId: number,
  trace: SeenTrace,
): Promise<OutcomeCounts> {
  const { dropped, kept } = await lockDropped(tx, projectId, [trace]);
  const counts = await keepTraces(tx, projectId, kept);
  for (const { traceId, spanCount } of dropped) {
    await tx.query(
      `INSERT INTO dropped_traces (trace_id, project_id, last_span_id, start_time, end_time, error_count)
       SELECT t.trace_id, t.project_id, (SELECT max(s.id) FROM spans s WHERE s.trace_id = $1),
              t.start_time, t.end_time, t.error_count
         FROM traces t WHERE t.trace_id = $1
       -- Somebody has deleted an earlier trace with this ID before it lost its spans.
       ON CONFLICT (trace_id) DO UPDATE
          SET project_id = excluded.project_id, last_span_id = excluded.last_span_id,
              start_time = excluded.start_time, end_time = excluded.end_time,
              error_count = excluded.error_count`,
      [traceId],
    );
    await tx.query(
      `UPDATE ${tx.distribution.tableItself('traces')} SET kept_because = '${DROPPED}' WHERE trace_id = $1`,
      [traceId],
    );
    addCount(counts, 'DROPPED', spanCount);
  }
  return counts;
}

/** Finds a large trace that was decided about, and has not lost all its spans. Skips some. */
export async function findLargeTrace(
  tx: EntityManager,
  skipped: readonly string[] = [],
): Promise<LargeTrace | null> {
  const [trace] = await tx.query<LargeTrace[]>(
    `SELECT trace_id AS "traceId", project_id AS "projectId", last_span_id AS "lastSpanId"
       FROM dropped_traces WHERE trace_id <> ALL ($1) ORDER BY trace_id LIMIT 1`,
    [skipped],
  );
  return trace ?? null;
}

/**
 * Deletes some of the spans that a large trace had. Failed spans go last, so that the trace fails until
 * the end. Spans that arrived later become a trace of their own with the last step.
 */
export async function dropSpans(
  tx: Transaction,
  { traceId, projectId, lastSpanId }: LargeTrace,
  limit: number,
): Promise<void> {
  // Writers also lock the project first.
  await tx.query('SELECT FROM projects WHERE id = $1 FOR KEY SHARE', [projectId]);
  const [trace] = await tx.query<LockedTrace[]>(
    lockTracesSql(
      tx.distribution,
      LOCKED_TRACE_SELECT_LIST,
      `t.trace_id = $1 AND t.kept_because = '${DROPPED}'`,
    ),
    [traceId],
  );
  // Somebody has deleted it.
  if (!trace) return forget(tx, traceId);
  const spans = await tx.query<{ spanId: string }[]>(
    `SELECT s.span_id AS "spanId" FROM spans s WHERE s.trace_id = $1 AND s.id <= $2
      ORDER BY ${isFailedSpan('s')} LIMIT $3`,
    [traceId, lastSpanId, limit + 1],
  );
  const spanIds = spans.slice(0, limit).map(({ spanId }) => spanId);
  await recordDroppedSpans(tx, traceId, spanIds);
  await deletePayloads(tx, { traceId, lastSpanId }, spanIds);
  await deleteSpans(tx, traceId, spanIds, 'emptied');
  if (spans.length > limit) return;
  await recordDroppedTrace(tx, traceId);
  await forget(tx, traceId);
  await reopen(tx, traceId);
  await shrinkSessions(tx, listSessionKeys([trace]));
}

/** Deletes the packs with the payloads of some spans, unless spans that arrived later have some there. */
async function deletePayloads(
  tx: Transaction,
  { traceId, lastSpanId }: Pick<LargeTrace, 'traceId' | 'lastSpanId'>,
  spanIds: readonly string[],
): Promise<void> {
  await tx.query(
    `DELETE FROM ${tx.distribution.tableItself('span_payloads')} WHERE trace_id = $1
        AND id IN (SELECT payload_id FROM spans WHERE trace_id = $1 AND span_id = ANY($2))
        AND id NOT IN (SELECT payload_id FROM spans
                        WHERE trace_id = $1 AND id > $3 AND payload_id IS NOT NULL)`,
    [traceId, spanIds, lastSpanId],
  );
}

/** If spans arrived while their trace lost the earlier ones, they are decided about like any others. */
async function reopen(tx: Transaction, traceId: string): Promise<void> {
  const left = await tx.query<unknown[]>('SELECT 1 FROM traces WHERE trace_id = $1', [traceId]);
  if (left.length === 0) return;
  await tx.query(
    `UPDATE ${tx.distribution.tableItself('traces')} t SET kept_because = NULL, start_time = s.start_time, end_time = s.end_time
       FROM (SELECT min(start_time) AS start_time, max(end_time) AS end_time
               FROM spans WHERE trace_id = $1) s
      WHERE t.trace_id = $1`,
    [traceId],
  );
  // Hands its spans over again, once their blocks are indexed.
  await markTraces(tx, [traceId]);
}

async function forget(tx: EntityManager, traceId: string): Promise<void> {
  await tx.query('DELETE FROM dropped_traces WHERE trace_id = $1', [traceId]);
}
