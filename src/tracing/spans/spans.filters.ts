import type { TimeRange } from '../../common/time.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import { isStorable } from '../../common/validation/storable.js';
import { type AttributeFilter, buildAttributeCondition } from './attribute-filter.js';

/** Which spans count as roots. */
export interface RootFilter {
  rootSpansOnly: boolean;
  /** Whether a span counts as a root if its parent is not stored. */
  orphanSpanAsRootSpan: boolean;
}

/**
 * Selects the spans of a project to list. All conditions must be met, each by any value in its
 * list. An empty or absent list selects all.
 */
export interface SpanFilter extends Partial<RootFilter> {
  /** Applies to the start of the span. */
  timeRange?: TimeRange | null;
  /** The senders' ids. */
  traceIds?: readonly string[];
  spanIds?: readonly string[];
  names?: readonly string[] | null;
  kinds?: readonly string[] | null;
  statusCodes?: readonly string[] | null;
  /** All must match. Null matches nothing. */
  attributes?: readonly (AttributeFilter | null)[];
  /** The sender's ID of the parent; null for spans without a parent. */
  parentId?: string | null;
}

/** SQL that is true for spans `s` without a parent. */
export const IS_ROOT = 's.parent_id IS NULL';

/**
 * Like `IS_ROOT`, including orphans. Looks up the parents of only those spans that the scan visits,
 * by key. A span that is its own parent also counts as a root, because otherwise it would never be
 * shown.
 */
export const IS_ROOT_OR_ORPHAN = `(s.parent_id IS NULL OR s.parent_id = s.span_id OR NOT EXISTS (
    SELECT FROM spans p WHERE p.trace_id = s.trace_id AND p.span_id = s.parent_id))`;

/** Selects only roots if requested. */
export function addRootCondition(where: SqlWhere, filter: Partial<RootFilter>): SqlWhere {
  if (!filter.rootSpansOnly) return where;
  return where.and((filter.orphanSpanAsRootSpan ?? true) ? IS_ROOT_OR_ORPHAN : IS_ROOT);
}

/**
 * Returns the conditions of a filter on spans `s`, or null if no span can match.
 * @param findTraceIds finds the traces with a span that has this ID.
 */
export async function toSpanConditions(
  projectId: number,
  filter: SpanFilter,
  findTraceIds: (spanId: string) => Promise<string[]>,
): Promise<SqlWhere | null> {
  const { timeRange, attributes = [], parentId } = filter;
  const where = new SqlWhere()
    .andEqual('s.project_id', projectId)
    .andBetween('s.start_time', timeRange?.start, timeRange?.end)
    .andEqual('s.trace_id', listedTexts(filter.traceIds))
    .andEqual('s.span_id', listedTexts(filter.spanIds))
    .andEqual('s.kind', listedTexts(filter.kinds))
    .andEqual('s.status_code', listedTexts(filter.statusCodes))
    .andEqual('s.name', listedTexts(filter.names));
  for (const attribute of attributes) {
    if (!attribute) return null;
    where.and(buildAttributeCondition(where, attribute));
  }
  addRootCondition(where, filter);
  if (parentId === undefined) return where;
  if (parentId === null) return where.and(IS_ROOT);
  if (!isStorable(parentId)) return null;
  where.andEqual('s.parent_id', parentId);
  // A child is in the same trace as its parent, and there is an index on traces but none on
  // parents.
  const traceIds = await findTraceIds(parentId);
  return traceIds.length === 0 ? where : where.andEqual('s.trace_id', traceIds);
}

/** Whether a filter selects all spans that began in its range. */
export function selectsOnlyByTime(filter: SpanFilter): boolean {
  const { timeRange: _range, orphanSpanAsRootSpan: _orphans, ...others } = filter;
  return Object.values(others).every(
    (value) => value === undefined || value === false || (Array.isArray(value) && !value.length),
  );
}

/** Returns the values that can be stored; undefined for an absent or empty list. */
function listedTexts(values: readonly string[] | null | undefined): readonly string[] | undefined {
  return values && values.length > 0 ? values.filter(isStorable) : undefined;
}
