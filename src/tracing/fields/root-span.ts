/** SQL that is true for spans `s` without a parent. */
export const IS_ROOT = 's.parent_id IS NULL';

/**
 * Like `IS_ROOT`, including orphans. Looks up the parents of only those spans that the scan visits,
 * by key. A span that is its own parent also counts as a root, because otherwise it would never be
 * shown.
 */
export const IS_ROOT_OR_ORPHAN = isRootOrOrphan('s');

/** @param span SQL alias of the span. */
export function isRootOrOrphan(span: string): string {
  return `(${span}.parent_id IS NULL OR ${span}.parent_id = ${span}.span_id OR NOT EXISTS (
    SELECT FROM spans p WHERE p.trace_id = ${span}.trace_id AND p.span_id = ${span}.parent_id))`;
}

/**
 * Selects the root span of a trace as a row of `spans`: its earliest root or, without roots, its
 * earliest orphan. PostgreSQL looks for orphans only if there is no root, which has an index.
 * @param traceId SQL of the ID of the trace.
 */
export function selectRootSpan(traceId: string): string {
  const selectFirst = (condition: string) =>
    `(SELECT r.* FROM spans r WHERE r.trace_id = ${traceId} AND ${condition}
       ORDER BY r.start_time, r.id LIMIT 1)`;
  return `SELECT root_or_orphan.* FROM (
    ${selectFirst('r.parent_id IS NULL')} UNION ALL
    ${selectFirst(`r.parent_id IS NOT NULL AND ${isRootOrOrphan('r')}`)}) root_or_orphan LIMIT 1`;
}
