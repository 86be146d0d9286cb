import { markQuarters, quarterOf } from '../../../src/spans/quarters.js';
import type { Sql } from './insert.js';

/**
 * Lets the rollups know about traces and spans that were inserted or changed directly: those of one
 * trace, or all. If a trace moves in time, it must be called before and after.
 */
export async function markChanged(database: Sql, traceId: string | null = null): Promise<void> {
  const select = (table: string): string =>
    `SELECT project_id, ${quarterOf('start_time')} AS quarter FROM ${table}
      WHERE $1::text IS NULL OR trace_id = $1`;
  await database.sql(markQuarters(`${select('traces')} UNION ALL ${select('spans')}`), [traceId]);
}
