import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../database/database-writer.js';
import { selectColumns } from '../../database/columns.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import { deleteSomePayloads } from '../changes/tracing-changes.queries.js';
import { deleteLogsOfTraces } from '../changes/logs-of-traces.queries.js';
import { markSpans, markTraces } from '../changes/marks.queries.js';
import type { OldTrace, TraceExemption, TracePlace } from './expired-traces.queries.js';
import { isKept } from './kept-traces.js';
import { TraceEntity } from '../traces/trace.entity.js';

/** Traces of which the texts are old. */
export interface TextRange {
  /** Where the last step ended; null begins with the oldest. */
  after: TracePlace | null;
  /** The texts of traces that began before are old. */
  before: string;
}

/** Returns the time that many days ago, by the clock of the database. */
export async function findTimeBefore(tx: EntityManager, days: number): Promise<string> {
  const [row] = await tx.query<{ time: string }[]>(
    `SELECT (now() - $1::float8 * interval '1 day')::text AS time`,
    [days],
  );
  return row!.time;
}

/** Lists the next traces that still have texts, oldest first, from an index of such traces. */
export function listOldTexts(
  tx: Transaction,
  projectId: number,
  { after, before }: TextRange,
  keeps: readonly TraceExemption[],
  limit: number,
): Promise<OldTrace[]> {
  return tx.query(
    `SELECT ${selectColumns(TraceEntity, 't', ['traceId', 'startTime', 'id', 'spanCount'])},
            ${isKept(tx.distribution, keeps)} AS "isKept"
       FROM traces t
      WHERE t.project_id = $1 AND t.text_removed_at IS NULL AND t.start_time < $2
        AND (t.start_time, t.id) > (coalesce($3::timestamptz, '-infinity'), $4)
      ORDER BY t.start_time, t.id LIMIT $5`,
    [projectId, before, after?.startTime ?? null, after?.id ?? 0, limit],
  );
}

/**
 * Removes the texts of those traces that are still in the project, old and not kept, and their log records.
 * Returns how many these were.
 */
export async function removeOldTexts(
  tx: Transaction,
  projectId: number,
  traceIds: readonly string[],
  { before }: TextRange,
  keeps: readonly TraceExemption[],
): Promise<number> {
  const locked = await lockOldTexts(tx, projectId, traceIds, before, keeps);
  if (locked.length === 0) return 0;
  await clearTexts(tx, 's.trace_id = ANY($1) AND s.text_removed_at IS NULL', [locked]);
  await tx.query(
    `DELETE FROM ${tx.distribution.tableItself('span_payloads')} WHERE trace_id = ANY($1)`,
    [locked],
  );
  await deleteLogsOfTraces(tx, locked);
  await markTraces(tx, locked);
  await tx.query(
    `UPDATE ${tx.distribution.tableItself('traces')} SET text_removed_at = now() WHERE trace_id = ANY($1)`,
    [locked],
  );
  return locked.length;
}

/**
 * Removes the texts of some spans of a trace that is still in the project, old and not kept. Returns of
 * how many.
 */
export async function removePartOfTexts(
  tx: Transaction,
  projectId: number,
  traceId: string,
  { before }: TextRange,
  keeps: readonly TraceExemption[],
  limit: number,
): Promise<number> {
  const [locked] = await lockOldTexts(tx, projectId, [traceId], before, keeps);
  if (locked === undefined) return 0;
  const rows = await tx.query<{ spanId: string }[]>(
    `SELECT span_id AS "spanId" FROM spans WHERE trace_id = $1 AND text_removed_at IS NULL LIMIT $2`,
    [traceId, limit],
  );
  const spanIds = rows.map(({ spanId }) => spanId);
  await clearTexts(tx, 's.trace_id = $1 AND s.span_id = ANY($2)', [traceId, spanIds]);
  await deleteSomePayloads(tx, traceId, limit);
  await markSpans(tx, traceId, spanIds);
  return spanIds.length;
}

/** Locks those traces that still are as they were listed, and returns their IDs. */
async function lockOldTexts(
  tx: Transaction,
  projectId: number,
  traceIds: readonly string[],
  before: string,
  keeps: readonly TraceExemption[],
): Promise<string[]> {
  const rows = await tx.query<{ traceId: string }[]>(
    lockTracesSql(
      tx.distribution,
      't.trace_id AS "traceId"',
      `t.trace_id = ANY($1) AND t.project_id = $2 AND t.text_removed_at IS NULL
        AND t.start_time < $3 AND NOT ${isKept(tx.distribution, keeps)}`,
    ),
    [traceIds, projectId, before],
  );
  return rows.map(({ traceId }) => traceId);
}

/**
 * Removes what people and models wrote from spans `s`: previews, the payload, details of events, and the
 * short attributes with texts. Names, times, figures and other short attributes stay.
 * @param condition whose parameters follow.
 */
async function clearTexts(
  tx: Transaction,
  condition: string,
  parameters: unknown[],
): Promise<void> {
  await tx.query(
    `UPDATE ${tx.distribution.tableItself('spans')} s
        SET attributes = spandrel_without_text(s.attributes), payload = NULL,
            payload_id = NULL, payload_start = NULL, payload_length = NULL,
            payload_bytes = NULL,
            has_input = false, has_output = false,
            events = spandrel_without_details(s.events),
            input_preview = NULL, input_mime_type = NULL,
            output_preview = NULL, output_mime_type = NULL, text_removed_at = now()
      WHERE ${condition}`,
    parameters,
  );
}
