import type { TraceExemption } from './expired-traces.queries.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { isKept } from './kept-traces.js';

/** The amounts that the limits of age and number would delete in a project. */
export interface OldCounts {
  projectId: number;
  traceCount: number;
  spanCount: number;
  /** Old enough, but not deleted. */
  keptTraceCount: number;
  keptSpanCount: number;
}

/** SQL of places in the traces of projects: parameters with their row IDs, starts and row IDs of traces. */
const PLACES = 'unnest($1::bigint[], $2::timestamptz[], $3::bigint[])';

/**
 * SQL that counts what a rule would delete in each project. Its parameters are the row IDs of the
 * projects, and their places before which traces are old enough. Reads all of these traces.
 */
export function countOldSql(distribution: Distribution, keeps: readonly TraceExemption[]): string {
  return `SELECT project_id AS "projectId",
                 count(*) FILTER (WHERE NOT kept) AS "traceCount",
                 coalesce(sum(span_count) FILTER (WHERE NOT kept), 0)::float8 AS "spanCount",
                 count(*) FILTER (WHERE kept) AS "keptTraceCount",
                 coalesce(sum(span_count) FILTER (WHERE kept), 0)::float8 AS "keptSpanCount"
            FROM (SELECT t.project_id, t.span_count, ${isKept(distribution, keeps)} AS kept
                    FROM ${PLACES} AS bound (project_id, start_time, id)
                    JOIN traces t ON t.project_id = bound.project_id
                     AND (t.start_time, t.id) < (bound.start_time, bound.id)) old
           GROUP BY project_id`;
}

/**
 * SQL that counts the traces that would lose their texts. Its parameters are the row IDs of the projects,
 * their places from which traces are not deleted, and the number of days.
 */
export function countTextsSql(
  distribution: Distribution,
  keeps: readonly TraceExemption[],
): string {
  return `SELECT count(*) AS "textTraceCount"
            FROM ${PLACES} AS bound (project_id, start_time, id)
            JOIN traces t ON t.project_id = bound.project_id AND t.text_removed_at IS NULL
             AND (t.start_time, t.id) >= (bound.start_time, bound.id)
             AND t.start_time < now() - $4::float8 * interval '1 day'
           WHERE NOT ${isKept(distribution, keeps)}`;
}
