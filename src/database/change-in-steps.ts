import type { DatabaseWriter } from './database-writer.js';

/** Few enough that their rows are locked for a moment only. */
const STEP = 2_000;

/**
 * Runs a statement for all rows of a table, some IDs at a time, each time in its own transaction. Safe to
 * repeat if it is interrupted.
 * @param statement changes rows with IDs greater than `$1` and up to `$2`, and returns their `count`.
 * @param parameters `$3` and further ones.
 * @returns how many rows were changed.
 */
export async function changeInSteps(
  database: DatabaseWriter,
  table: string,
  statement: string,
  parameters: readonly unknown[],
): Promise<number> {
  let changed = 0;
  for (let from = 0; ;) {
    const [step] = await database.query<[{ last: number | null }]>(
      `SELECT max(id) AS last
         FROM (SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${STEP}) step`,
      [from],
    );
    const { last } = step;
    if (last === null) return changed;
    const range = [from, last];
    const [row] = await database.inTransaction((tx) =>
      tx.query<[{ count: number }]>(statement, [...range, ...parameters]),
    );
    changed += row.count;
    from = last;
  }
}
