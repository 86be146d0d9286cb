import { BLOCK_SPANS } from '../../../src/spans/span-blocks.js';
import type { Sql } from './insert.js';

/**
 * Lets the index know about spans that were inserted directly: one of them, or all. It would wait for
 * more if they were new, and take its time.
 */
export async function markUnindexed(database: Sql, spanRowId: number | null = null): Promise<void> {
  await database.sql(
    `INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start, changed_at)
     SELECT project_id, array_agg(DISTINCT id / ${BLOCK_SPANS}), min(start_time), max(start_time),
            now() - interval '1 minute'
       FROM spans WHERE $1::bigint IS NULL OR id = $1 GROUP BY project_id`,
    [spanRowId],
  );
}
