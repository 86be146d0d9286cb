import { BLOCK_SPANS } from '../../../src/common/sql/span-blocks.js';
import type { Sql } from './insert.js';

/** Lets the index know about spans that were inserted directly: one of them, or all. */
export async function markUnindexed(database: Sql, spanRowId: number | null = null): Promise<void> {
  await database.sql(
    `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start)
     SELECT project_id, array_agg(DISTINCT id / ${BLOCK_SPANS}), min(start_time), max(start_time)
       FROM spans WHERE $1::bigint IS NULL OR id = $1 GROUP BY project_id`,
    [spanRowId],
  );
}
