import type { EntityManager } from 'typeorm';
import { markQuarters, quarterOf } from '../../common/sql/quarters.js';
import { BLOCK_SPANS } from '../../common/sql/span-blocks.js';

/**
 * Lets the index and the rollups take another look at locked traces that are about to change or have
 * changed.
 */
export async function markTraces(tx: EntityManager, traceIds: readonly string[]): Promise<void> {
  await markUnindexed(tx, 's.trace_id = ANY($1)', [traceIds]);
  await markChangedQuarters(tx, traceIds);
}

/** Lets the index and the rollups take another look at spans of a locked trace. */
export async function markSpans(
  tx: EntityManager,
  traceId: string,
  spanIds: readonly string[],
): Promise<void> {
  await markUnindexed(tx, 's.trace_id = $1 AND s.span_id = ANY($2)', [traceId, spanIds]);
  await markChangedQuarters(tx, [traceId], 's.span_id = ANY($2)', [spanIds]);
}

/** @param ofSpan condition on spans `s`, in addition to their trace, of which the parameters follow. */
async function markChangedQuarters(
  tx: EntityManager,
  traceIds: readonly string[],
  ofSpan = 'true',
  parameters: unknown[] = [],
): Promise<void> {
  const quarter = quarterOf('start_time');
  await tx.query(
    markQuarters(
      `SELECT project_id, ${quarter} AS quarter FROM traces WHERE trace_id = ANY($1)
       UNION ALL
       SELECT project_id, ${quarter} FROM spans s WHERE trace_id = ANY($1) AND ${ofSpan}`,
    ),
    [traceIds, ...parameters],
  );
}

/** @param condition on spans `s`, of which the parameters follow. */
async function markUnindexed(
  tx: EntityManager,
  condition: string,
  parameters: unknown[],
): Promise<void> {
  await tx.query(
    `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start)
     SELECT s.project_id, array_agg(DISTINCT s.id / ${BLOCK_SPANS}), min(s.start_time), max(s.start_time)
       FROM spans s WHERE ${condition} GROUP BY s.project_id`,
    parameters,
  );
}
