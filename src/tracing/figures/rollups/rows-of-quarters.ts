import { quarterOf, startOfQuarter } from '../../../spans/quarters.js';
import { toRanges } from '../../../kernel/sql/ranges.js';
import { ALIASES, type SummedTable } from './rollup-sums.js';

/** A quarter of an hour in a project. */
export interface QuarterKey {
  projectId: number;
  quarter: number;
}

/** Planning takes about a millisecond for each. There are only more for a while, such as after an import. */
const MAX_RANGES = 100;

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
 * `FROM …` of the rows that began in some quarters. These are written out: if PostgreSQL has to look them up,
 * or to choose rows by an `OR` of ranges, it expects far more rows than there are, and reads whole tables.
 */
export function selectRowsOf(table: SummedTable, quarters: readonly QuarterKey[]): string {
  const row = ALIASES[table];
  const ranges = [...Map.groupBy(quarters, ({ projectId }) => projectId)].flatMap(
    ([projectId, ofProject]) =>
      toRanges(ofProject.map(({ quarter }) => quarter)).map(([first, last]) => ({
        projectId,
        times: `${row}.start_time >= ${startOfQuarter(`${first}`)}
          AND ${row}.start_time < ${startOfQuarter(`${last + 1}`)}`,
      })),
  );
  const distinct = [...Map.groupBy(ranges, ({ times }) => times)];
  if (distinct.length > MAX_RANGES) return selectBetween(table, quarters);
  const parts = distinct.map(([times, alike]) => {
    const projectIds = alike.map(({ projectId }) => projectId).join(', ');
    return `SELECT * FROM ${table} ${row} WHERE ${row}.project_id IN (${projectIds}) AND ${times}`;
  });
  return `FROM (${parts.join(' UNION ALL ')}) ${row}`;
}

/** The same for many quarters, between the first and last of which all rows are looked at. */
function selectBetween(table: SummedTable, quarters: readonly QuarterKey[]): string {
  const row = ALIASES[table];
  const numbers = quarters.map(({ quarter }) => quarter).toSorted((a, b) => a - b);
  const projectIds = new Set(quarters.map(({ projectId }) => projectId));
  // Together in one number, because a list of pairs is not looked up by a hash.
  const keys = quarters.map((key) => (BigInt(key.projectId) << 32n) + BigInt(key.quarter));
  return `FROM (SELECT * FROM ${table} ${row} WHERE ${row}.project_id IN (${[...projectIds].join(', ')})
    AND ${row}.start_time >= ${startOfQuarter(`${numbers[0]}`)}
    AND ${row}.start_time < ${startOfQuarter(`${numbers.at(-1)! + 1}`)}
    AND (${row}.project_id << 32) + ${quarterOf(`${row}.start_time`)} = ANY('{${keys.join(', ')}}'::bigint[])) ${row}`;
}
