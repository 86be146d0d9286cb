import type { Transaction } from '../../database/database-writer.js';
import { lockTracesSql } from '../../spans/lock-traces.js';
import { listSessionKeys, shrinkSessions } from '../changes/session-changes.queries.js';
import {
  deleteTraces,
  LOCKED_TRACE_SELECT_LIST,
  type LockedTrace,
} from '../changes/tracing-changes.queries.js';
import { recordDroppedTraces } from '../figures/rollups/dropped-figures.queries.js';
import { isProtected } from './sampled-traces.queries.js';
import type { SamplingOutcome } from './sampling-rules.js';

/** A trace, and how many spans it had when the rules decided. */
export interface SeenTrace {
  traceId: string;
  spanCount: number;
}

/** The counts of traces and spans by outcome. */
export type OutcomeCounts = Map<SamplingOutcome, { traces: number; spans: number }>;

/** Notes why traces that are still undecided are kept. */
export async function keepTraces(
  tx: Transaction,
  projectId: number,
  traces: readonly (SeenTrace & { outcome: SamplingOutcome })[],
): Promise<OutcomeCounts> {
  const locked = await lockUndecided(tx, projectId, traces);
  const outcomes = new Map(traces.map(({ traceId, outcome }) => [traceId, outcome]));
  const counts: OutcomeCounts = new Map();
  for (const { traceId, spanCount } of locked) addCount(counts, outcomes.get(traceId)!, spanCount);
  await tx.query(
    `UPDATE ${tx.distribution.tableItself('traces')} t SET kept_because = kept.outcome
       FROM unnest($1::text[], $2::text[]) AS kept (trace_id, outcome)
      WHERE t.trace_id = kept.trace_id`,
    [locked.map(({ traceId }) => traceId), locked.map(({ traceId }) => outcomes.get(traceId))],
  );
  return counts;
}

/**
 * Deletes those traces with their spans that are still undecided and have got no spans since. Keeps
 * those that somebody has judged in the meantime. Deletes sessions that become empty, and shortens the
 * others.
 */
export async function dropTraces(
  tx: Transaction,
  projectId: number,
  traces: readonly SeenTrace[],
): Promise<OutcomeCounts> {
  const { dropped, kept } = await lockDropped(tx, projectId, traces);
  const counts = await keepTraces(tx, projectId, kept);
  if (dropped.length === 0) return counts;
  const traceIds = dropped.map(({ traceId }) => traceId);
  await recordDroppedTraces(tx, traceIds);
  await deleteTraces(tx, traceIds, 'emptied');
  await shrinkSessions(tx, listSessionKeys(dropped));
  for (const { spanCount } of dropped) addCount(counts, 'DROPPED', spanCount);
  return counts;
}

interface LockedCount extends LockedTrace {
  spanCount: number;
}

/** Locks those traces that nobody has judged in the meantime, and that have got no spans since. */
export async function lockDropped(
  tx: Transaction,
  projectId: number,
  traces: readonly SeenTrace[],
): Promise<{ dropped: LockedCount[]; kept: (SeenTrace & { outcome: SamplingOutcome })[] }> {
  const seen = new Map(traces.map(({ traceId, spanCount }) => [traceId, spanCount]));
  const same = (await lockUndecided(tx, projectId, traces)).filter(
    ({ traceId, spanCount }) => seen.get(traceId) === spanCount,
  );
  // A statement of its own, which sees what others wrote before the traces were locked.
  const judged = await tx.query<{ traceId: string }[]>(
    `SELECT t.trace_id AS "traceId" FROM traces t
      WHERE t.trace_id = ANY($1) AND ${isProtected(tx.distribution)}`,
    [same.map(({ traceId }) => traceId)],
  );
  const judgedIds = new Set(judged.map(({ traceId }) => traceId));
  return {
    dropped: same.filter(({ traceId }) => !judgedIds.has(traceId)),
    kept: same
      .filter(({ traceId }) => judgedIds.has(traceId))
      .map((trace) => ({ ...trace, outcome: 'PROTECTED' as const })),
  };
}

/** Locks those traces that are still undecided, in the order of their IDs. */
async function lockUndecided(
  tx: Transaction,
  projectId: number,
  traces: readonly SeenTrace[],
): Promise<LockedCount[]> {
  // Writers also lock the project first.
  await tx.query('SELECT FROM projects WHERE id = $1 FOR KEY SHARE', [projectId]);
  return tx.query(
    lockTracesSql(
      tx.distribution,
      `${LOCKED_TRACE_SELECT_LIST}, t.span_count AS "spanCount"`,
      't.trace_id = ANY($1) AND t.project_id = $2 AND t.kept_because IS NULL',
    ),
    [traces.map(({ traceId }) => traceId), projectId],
  );
}

/** Counts a trace with an outcome. */
export function addCount(counts: OutcomeCounts, outcome: SamplingOutcome, spans: number): void {
  const known = counts.get(outcome) ?? { traces: 0, spans: 0 };
  counts.set(outcome, { traces: known.traces + 1, spans: known.spans + spans });
}
