import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../database/database-writer.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { markQuarters, quarterOf } from '../../spans/quarters.js';
import { BLOCK_SPANS } from '../../spans/span-blocks.js';

/** Blocks that the index builds again: all with changed spans, or only those that will have no others. */
export type MarkedBlocks = 'all' | 'emptied';

/**
 * Lets the index and the rollups take another look at locked traces that are about to change or have
 * changed.
 */
export async function markTraces(
  tx: Transaction,
  traceIds: readonly string[],
  blocks?: MarkedBlocks,
): Promise<void> {
  await markUnindexed(tx, (span) => `${span}.trace_id = ANY($1)`, [traceIds], blocks);
  await markChangedQuarters(tx, traceIds);
}

/** Lets the index and the rollups take another look at spans of a locked trace. */
export async function markSpans(
  tx: Transaction,
  traceId: string,
  spanIds: readonly string[],
  blocks?: MarkedBlocks,
): Promise<void> {
  const isChanged = (span: string): string => `${span}.trace_id = $1 AND ${span}.span_id = ANY($2)`;
  await markUnindexed(tx, isChanged, [traceId, spanIds], blocks);
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

/** @param isChanged condition on spans, of which the parameters follow. */
async function markUnindexed(
  tx: Transaction,
  isChanged: (span: string) => string,
  parameters: unknown[],
  blocks?: MarkedBlocks,
): Promise<void> {
  await tx.query(markUnindexedSql(tx.distribution, isChanged, blocks), parameters);
}

/**
 * SQL that lets the index take another look at spans.
 * @param isChanged condition on spans.
 */
export function markUnindexedSql(
  distribution: Distribution,
  isChanged: (span: string) => string,
  blocks: MarkedBlocks = 'all',
): string {
  const ofBlocks = `SELECT s.project_id, s.id / ${BLOCK_SPANS} AS block, min(s.start_time) AS min_start,
           max(s.start_time) AS max_start
      FROM spans s WHERE ${isChanged('s')} GROUP BY s.project_id, block`;
  // Spans of a block may be on several workers. Without the limit, which no block exceeds, PostgreSQL
  // would read all spans of the project for each statement.
  const isMarked =
    blocks === 'all' || distribution.hasWorkers
      ? 'true'
      : `NOT EXISTS (
           SELECT FROM (
             SELECT s.* FROM spans s
              WHERE s.project_id = b.project_id AND s.id >= b.block * ${BLOCK_SPANS}
                AND s.id < (b.block + 1) * ${BLOCK_SPANS} LIMIT ${BLOCK_SPANS}) o
            WHERE NOT (${isChanged('o')}))`;
  return `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start)
     SELECT b.project_id, array_agg(b.block), min(b.min_start), max(b.max_start)
       FROM (${ofBlocks}) b WHERE ${isMarked} GROUP BY b.project_id`;
}
