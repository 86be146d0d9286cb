import { isDistributed } from './distribution.js';

/**
 * SQL that locks traces `t`, in the order of their IDs, and returns columns of them. Citus refuses to
 * lock rows of several workers, but not to change them. The order is then left to each worker, and of
 * two transactions that wait for each other, Citus ends one.
 * @param condition on traces `t`.
 */
export function lockTracesSql(selectList: string, condition: string): string {
  return isDistributed()
    ? `WITH t AS (
         UPDATE traces t SET project_id = t.project_id WHERE ${condition} RETURNING t.*)
       SELECT ${selectList} FROM t ORDER BY t.trace_id`
    : `SELECT ${selectList} FROM traces t WHERE ${condition} ORDER BY t.trace_id FOR UPDATE OF t`;
}
