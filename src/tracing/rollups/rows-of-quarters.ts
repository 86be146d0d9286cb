import { quarterOf, startOfQuarter } from '../../common/sql/quarters.js';
import { toRanges } from '../../common/sql/ranges.js';
import { ALIASES, type SummedTable } from './rollup-sums.js';

/** A quarter of an hour in a project. */
export interface QuarterKey {
  projectId: number;
  quarter: number;
}

/** SQL of a table of quarters, with `project_id` and `quarter`. */
export function listQuarters(quarters: readonly QuarterKey[], name: string): string {
  const rows = quarters.map(({ projectId, quarter }) => `(${projectId}, ${quarter})`);
  return `(VALUES ${rows.join(', ')}) AS ${name} (project_id, quarter)`;
}

/** Select list of the project and the quarter of a row. */
export function selectQuarter(table: SummedTable): string {
  const row = ALIASES[table];
  return `${row}.project_id, ${quarterOf(`${row}.start_time`)} AS quarter`;
}

/**
 * `FROM … WHERE …` of the rows that began in some quarters. These are written out: if PostgreSQL has to
 * look them up, it expects far more rows in them than there are, and may read the whole table.
 */
export function selectRowsOf(table: SummedTable, quarters: readonly QuarterKey[]): string {
  const row = ALIASES[table];
  const conditions = [...Map.groupBy(quarters, ({ projectId }) => projectId)].flatMap(
    ([projectId, ofProject]) =>
      toRanges(ofProject.map(({ quarter }) => quarter)).map(
        ([first, last]) => `${row}.project_id = ${projectId}
          AND ${row}.start_time >= ${startOfQuarter(`${first}`)}
          AND ${row}.start_time < ${startOfQuarter(`${last + 1}`)}`,
      ),
  );
  return `FROM ${table} ${row} WHERE (${conditions.join(' OR ')})`;
}
