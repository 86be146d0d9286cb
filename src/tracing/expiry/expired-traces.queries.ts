import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../database/database-writer.js';
import { selectColumns } from '../../database/columns.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import {
  deleteSomePayloads,
  deleteSpans,
  deleteTraces,
  LOCKED_TRACE_SELECT_LIST,
  type LockedTrace,
} from '../changes/tracing-changes.queries.js';
import { listSessionKeys, shrinkSessions } from '../changes/session-changes.queries.js';
import { isKept, type TraceExemption } from './kept-traces.js';
import { TraceEntity } from '../traces/trace.entity.js';

export type { TraceExemption } from './kept-traces.js';

/** The rule by which traces of a project expire. */
export interface ExpiryRule {
  /** Those that began more days ago; 0 or null: age does not count. */
  maxDays: number | null;
  /** All but so many of the newest; 0 or null: their number does not count. */
  maxCount: number | null;
  /** The oldest, until a project occupies no more bytes than this; 0 or null: its size does not count. */
  maxBytes: number | null;
  /** Which never expire. */
  keeps: readonly TraceExemption[];
}

/** A place in the traces of a project, from the oldest to the newest. */
export interface TracePlace {
  startTime: string;
  id: number;
}

/** Returns the place just before another one, after which a list includes the trace there. */
export function justBefore({ startTime, id }: TracePlace): TracePlace {
  return { startTime, id: id - 1 };
}

/** A trace that began before the bound of a rule. */
export interface OldTrace extends TracePlace {
  traceId: string;
  spanCount: number;
  isKept: boolean;
}

/** The limits that a place in the traces of a project can express. */
type PlacedLimits = Pick<ExpiryRule, 'maxDays' | 'maxCount'>;

/** Before this place are all traces. */
export const LAST_PLACE: TracePlace = { startTime: 'infinity', id: 0 };

/**
 * SQL of the place before which a rule deletes the traces of a project: no row if it deletes none. Reads
 * an index up to the traces that are too many.
 */
function boundSql(projectId: string, maxDays: string, maxCount: string): string {
  return `SELECT start_time, id FROM (
      (SELECT now() - ${maxDays}::float8 * interval '1 day' AS start_time, 0 AS id
        WHERE ${maxDays}::float8 > 0)
      UNION ALL
      (SELECT start_time, id FROM traces
        WHERE project_id = ${projectId} AND ${maxCount}::integer > 0
        ORDER BY start_time DESC, id DESC OFFSET greatest(${maxCount}::integer - 1, 0) LIMIT 1)) bounds
     ORDER BY start_time DESC, id DESC LIMIT 1`;
}

/** Finds the place before which a rule deletes the traces of a project; null if it deletes none. */
export async function findBound(
  tx: EntityManager,
  projectId: number,
  { maxDays, maxCount }: PlacedLimits,
): Promise<TracePlace | null> {
  const [bound] = await tx.query<TracePlace[]>(
    `SELECT start_time AS "startTime", id FROM (${boundSql('$1', '$2', '$3')}) bound`,
    [projectId, maxDays, maxCount],
  );
  return bound ?? null;
}

/** Like `findBound`, for several projects at once. Skips those in which nothing expires. */
export async function findBounds(
  tx: Transaction,
  projectIds: readonly number[],
  { maxDays, maxCount }: PlacedLimits,
): Promise<(TracePlace & { projectId: number })[]> {
  if (projectIds.length === 0) return [];
  const parameters: unknown[] = [maxDays, maxCount];
  const bound = `SELECT k.project_id AS "projectId", bound.start_time AS "startTime", bound.id
    FROM (${boundSql('k.project_id', '$1', '$2')}) bound`;
  const sql = tx.distribution.selectForEach(
    bound,
    [{ alias: 'k.project_id', values: projectIds, type: 'bigint' }],
    (value) => `$${parameters.push(value)}`,
  );
  return tx.query(sql, parameters);
}

/** Lists the next traces before a place, oldest first. */
export function listOldTraces(
  tx: Pick<Transaction, 'query' | 'distribution'>,
  projectId: number,
  { after, bound }: { after: TracePlace | null; bound: TracePlace },
  keeps: readonly TraceExemption[],
  limit: number,
): Promise<OldTrace[]> {
  return tx.query(
    `SELECT ${selectColumns(TraceEntity, 't', ['traceId', 'startTime', 'id', 'spanCount'])},
            ${isKept(tx.distribution, keeps)} AS "isKept"
       FROM traces t
      WHERE t.project_id = $1 AND (t.start_time, t.id) < ($2, $3)
        AND (t.start_time, t.id) > (coalesce($4::timestamptz, '-infinity'), $5)
      ORDER BY t.start_time, t.id LIMIT $6`,
    [projectId, bound.startTime, bound.id, after?.startTime ?? null, after?.id ?? 0, limit],
  );
}

/**
 * Deletes those traces that are still in the project, old and not kept, with their spans. Deletes
 * sessions that become empty, and shortens the others. Returns how many it deleted.
 */
export async function deleteExpired(
  tx: Transaction,
  projectId: number,
  traceIds: readonly string[],
  bound: TracePlace,
  keeps: readonly TraceExemption[],
): Promise<{ traces: number; spans: number }> {
  const traces = await lockExpired(tx, projectId, traceIds, bound, keeps);
  if (traces.length === 0) return { traces: 0, spans: 0 };
  await deleteTraces(
    tx,
    traces.map(({ traceId }) => traceId),
  );
  await shrinkSessions(tx, listSessionKeys(traces));
  return {
    traces: traces.length,
    spans: traces.reduce((sum, { spanCount }) => sum + spanCount, 0),
  };
}

/**
 * Deletes some spans of a trace that is still in the project, old and not kept, unless it has no more
 * than these. Returns how many it deleted.
 */
export async function deleteExpiredSpans(
  tx: Transaction,
  projectId: number,
  traceId: string,
  { bound, keeps, limit }: { bound: TracePlace; keeps: ExpiryRule['keeps']; limit: number },
): Promise<number> {
  const [trace] = await lockExpired(tx, projectId, [traceId], bound, keeps);
  if (!trace || trace.spanCount <= limit) return 0;
  const spans = await tx.query<{ spanId: string }[]>(
    'SELECT span_id AS "spanId" FROM spans WHERE trace_id = $1 LIMIT $2',
    [traceId, limit],
  );
  await deleteSomePayloads(tx, traceId, limit);
  return deleteSpans(
    tx,
    traceId,
    spans.map(({ spanId }) => spanId),
  );
}

/** Locks those traces that are still in the project, old and not kept, in the order of their IDs. */
function lockExpired(
  tx: Transaction,
  projectId: number,
  traceIds: readonly string[],
  bound: TracePlace,
  keeps: readonly TraceExemption[],
): Promise<(LockedTrace & { spanCount: number })[]> {
  return tx.query(
    lockTracesSql(
      tx.distribution,
      `${LOCKED_TRACE_SELECT_LIST}, t.span_count AS "spanCount"`,
      `t.trace_id = ANY($1) AND t.project_id = $2 AND (t.start_time, t.id) < ($3, $4)
        AND NOT ${isKept(tx.distribution, keeps)}`,
    ),
    [traceIds, projectId, bound.startTime, bound.id],
  );
}
