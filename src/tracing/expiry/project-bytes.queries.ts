import type { EntityManager } from 'typeorm';
import { markQuarters } from '../../spans/quarters.js';
import { STORED_BYTES } from '../fields/stored-bytes.js';
import type { RolledRead } from '../figures/rollups/rolled-range.queries.js';

/** About how many bytes the spans of a project occupy. */
export interface ProjectBytes {
  projectId: number;
  bytes: number;
}

/** About how many bytes the spans of a trace occupy. */
export interface TraceBytes {
  traceId: string;
  bytes: number;
}

/**
 * Has quarters of an hour computed again that were last computed by a release that did not measure
 * sizes. Until then, sizes are read from their rows. Must come before `sumProjectBytes`.
 */
export async function markUnmeasured(
  tx: EntityManager,
  projectIds: readonly number[],
): Promise<void> {
  await tx.query(
    markQuarters(
      `SELECT project_id, quarter FROM quarter_rollups
        WHERE project_id = ANY($1) AND span_bytes IS NULL AND changed_at IS NULL`,
    ),
    [projectIds],
  );
}

/**
 * The sizes of projects, as `ProjectBytes`. Reads rollups (docs/adr/0064-text-and-size-limits.md).
 * @param end only spans that began before; null for all.
 */
export function sumProjectBytes(
  projectIds: readonly number[],
  end: string | null = null,
): RolledRead {
  return {
    projectIds,
    range: { start: null, end },
    longest: 'day',
    sql: (rolled) => `WITH ${rolled.expressions}
      SELECT r.project_id AS "projectId", coalesce(sum(r.span_bytes), 0)::float8 AS bytes
        FROM (${rolled.selectSums('spans')}) r GROUP BY r.project_id`,
  };
}

/** SQL of the sizes of traces, whose IDs are its parameter. Looks at each of their spans. */
export const SELECT_TRACE_BYTES = `SELECT s.trace_id AS "traceId", sum(${STORED_BYTES})::float8 AS bytes
   FROM spans s WHERE s.trace_id = ANY($1) GROUP BY s.trace_id`;

/** Returns the sizes by the IDs of the traces. */
export function toSizes(rows: readonly TraceBytes[]): Map<string, number> {
  return new Map(rows.map(({ traceId, bytes }) => [traceId, bytes]));
}
