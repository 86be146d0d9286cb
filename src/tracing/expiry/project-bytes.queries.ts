import type { EntityManager } from 'typeorm';
import { markQuarters } from '../../common/sql/quarters.js';
import { STORED_BYTES } from '../../common/sql/stored-bytes.js';
import { RolledRange } from '../rollups/rolled-range.js';

/**
 * Reads about how many bytes the spans of projects occupy, from rollups
 * (docs/adr/0064-text-and-size-limits.md).
 * @param end only spans that began before; null for all.
 */
export async function readProjectBytes(
  tx: EntityManager,
  projectIds: readonly number[],
  end: string | null = null,
): Promise<Map<number, number>> {
  await markUnmeasured(tx, projectIds);
  const rolled = new RolledRange(projectIds, { start: null, end }, 'day');
  const rows = await tx.query<{ projectId: number; bytes: number }[]>(
    `WITH ${rolled.expressions}
     SELECT r.project_id AS "projectId", coalesce(sum(r.span_bytes), 0)::float8 AS bytes
       FROM (${rolled.selectSums('spans')}) r GROUP BY r.project_id`,
    rolled.parameters,
  );
  return new Map(rows.map(({ projectId, bytes }) => [projectId, bytes]));
}

/**
 * Has quarters of an hour computed again that were last computed by a release that did not measure
 * sizes. Until then, they are read from rows.
 */
async function markUnmeasured(tx: EntityManager, projectIds: readonly number[]): Promise<void> {
  await tx.query(
    markQuarters(
      `SELECT project_id, quarter FROM quarter_rollups
        WHERE project_id = ANY($1) AND span_bytes IS NULL AND changed_at IS NULL`,
    ),
    [projectIds],
  );
}

/** Reads about how many bytes the spans of traces occupy. Looks at each of them. */
export async function readTraceBytes(
  tx: EntityManager,
  traceIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ traceId: string; bytes: number }[]>(
    `SELECT s.trace_id AS "traceId", sum(${STORED_BYTES})::float8 AS bytes
       FROM spans s WHERE s.trace_id = ANY($1) GROUP BY s.trace_id`,
    [traceIds],
  );
  return new Map(rows.map(({ traceId, bytes }) => [traceId, bytes]));
}
