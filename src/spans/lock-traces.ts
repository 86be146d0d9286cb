import { currentScope } from '../kernel/http/request-context.js';
import type { Distribution } from '../kernel/sql/distribution.js';

/** Citus does not change rows through views, so statements on the table look for them in the view. */
const IN_REACH = 'EXISTS (SELECT 1 FROM traces seen WHERE seen.trace_id = t.trace_id)';

/**
 * SQL that locks traces `t`, in the order of their IDs, and returns columns of them. Citus refuses to
 * lock rows of several workers, but not to change them. The order is then left to each worker, and of
 * two transactions that wait for each other, Citus ends one.
 * @param condition on traces `t`.
 */
export function lockTracesSql(
  distribution: Distribution,
  selectList: string,
  condition: string,
): string {
  return distribution.choose({
    single: `SELECT ${selectList} FROM traces t WHERE ${condition} ORDER BY t.trace_id FOR UPDATE OF t`,
    cluster: `WITH t AS (
         UPDATE ${distribution.tableItself('traces')} t SET project_id = t.project_id
          WHERE (${condition}) ${currentScope() ? `AND ${IN_REACH}` : ''} RETURNING t.*)
       SELECT ${selectList} FROM t ORDER BY t.trace_id`,
  });
}
