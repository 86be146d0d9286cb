import {
  type KeysetSort,
  type ListOrder,
  orderBy,
  startAfter,
} from '../../kernel/pagination/keyset-sort.js';
import type { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import type { TimeRange } from '../../kernel/time/time.js';

/** The annotations whose values sort a list, and which of their values. */
export interface AnnotationKey {
  name: string;
  attr: 'score' | 'label';
}

/** An order by a column, by the annotations with one name, or by row ID. */
export type AnnotatedOrder<Name extends string> = ListOrder<Name> & {
  annotations?: AnnotationKey | null;
};

/** The table with the annotations of listed rows. */
export interface AnnotationTable {
  name: 'span_annotations' | 'trace_annotations' | 'session_annotations';
  /** Whether annotations repeat when their target began. */
  hasStartTime: boolean;
}

/** The values of the annotations of a project by which to sort a page. */
export interface ValueSelection {
  key: AnnotationKey;
  /** SQL of the row ID of the project. */
  projectId: string;
  sort: KeysetSort;
  /** Cursor of the last row of the previous page. */
  after: string | null;
  /** When the targets began, if annotations repeat this. */
  timeRange?: TimeRange | null | undefined;
  /** The number of values to select; absent if a condition may exclude their targets. */
  limit?: number | undefined;
}

/** A target with several annotations counts once, with its mean score or most frequent label. */
const COMBINED = {
  // The sum of floats depends on their order, and every page must find the same value.
  // PostgreSQL raises an error if a sum is not a double, so the largest scores count less.
  score: `sum(CASE WHEN abs(a.score) > 1e300 THEN sign(a.score) * 1e300 ELSE a.score END
              ORDER BY a.score) / nullif(count(a.score), 0)`,
  label: 'mode() WITHIN GROUP (ORDER BY a.label COLLATE "C")',
};

const SINGLE = { score: 'a.score', label: 'a.label COLLATE "C"' };

/** Returns the order by the values that `selectValues` selects as `judged`. */
export function toAnnotationSort({ attr }: AnnotationKey, dir: 'asc' | 'desc'): KeysetSort {
  return {
    column: { sql: 'judged.value', type: attr === 'score' ? 'FLOAT' : 'STRING', nullable: true },
    descending: dir === 'desc',
    id: 'judged.target_id',
  };
}

/**
 * Returns a subquery `judged (target_id, value)` with the values of a page, in their order. Targets
 * without the annotation are left out. Those whose annotation has no value come last.
 *
 * Reads all annotations with the name in the project and range, but only from a covering index, and
 * sorts them. If another index shows that a target may have several, it combines those of each target
 * (docs/adr/0030-sorting-by-annotations.md).
 *
 * @throws DomainError BAD_USER_INPUT if the cursor is invalid or belongs to another order.
 */
export function selectValues(
  { distribution, parameters }: DistributedWhere,
  { name: table, hasStartTime }: AnnotationTable,
  { key: { name, attr }, projectId, sort, after, timeRange, limit }: ValueSelection,
): string {
  const named = new SqlWhere(parameters);
  const parameter = named.bind(name);
  const isNamed = (alias: string) =>
    `${alias}.project_id = ${projectId} AND ${alias}.name = ${parameter}`;
  named.and(isNamed('a'));
  if (hasStartTime) named.andBetween('a.start_time', timeRange?.start, timeRange?.end);
  const source = `FROM ${table} a ${named.toString()}`;
  const repeats = `EXISTS (SELECT FROM ${table} r WHERE ${isNamed('r')} AND r.identifier <> '')`;
  const page = startAfter(new SqlWhere(parameters), sort, after);
  // Citus cannot add up in an order on its workers.
  const values = distribution.choose({
    single: `SELECT a.target_id, ${SINGLE[attr]} AS value ${source} AND NOT ${repeats}
        UNION ALL
       SELECT a.target_id, ${COMBINED[attr]} ${source} AND ${repeats}
        GROUP BY ${hasStartTime ? 'a.start_time, ' : ''}a.target_id`,
    cluster: `WITH gathered AS MATERIALIZED (SELECT a.target_id, a.${attr} ${source})
       SELECT a.target_id, ${COMBINED[attr]} AS value FROM gathered a GROUP BY a.target_id`,
  });
  return `(
    SELECT judged.* FROM (${values}) AS judged ${page.toString()} ${orderBy(sort)} ${limit === undefined ? '' : `LIMIT ${limit}`}
  ) AS judged`;
}
