import type { TimeRange } from '../../common/time.js';
import { SqlWhere } from '../../common/sql/sql-where.js';
import { isStorable } from '../../common/validation/storable.js';
import { type AttributeFilter, attributeCondition } from './attribute-filter.js';

/** Which spans count as roots. */
export interface RootFilter {
  rootSpansOnly: boolean;
  /** Whether a span whose parent is not stored counts as a root. */
  orphanSpanAsRootSpan: boolean;
}

/**
 * Which spans of a project to list. All conditions must hold; of a list, any value. An empty or
 * absent list filters nothing.
 */
export interface SpanFilter extends Partial<RootFilter> {
  /** On the start of the span. */
  timeRange?: TimeRange | null;
  /** The senders' ids. */
  traceIds?: readonly string[];
  spanIds?: readonly string[];
  names?: readonly string[] | null;
  kinds?: readonly string[] | null;
  statusCodes?: readonly string[] | null;
  /** All of them must hold; null matches nothing. */
  attributes?: readonly (AttributeFilter | null)[];
  /** The sender's id of the parent; null for spans without a parent. */
  parentId?: string | null;
}

/** SQL that is true for spans `s` without a parent. */
export const IS_ROOT = 's.parent_id IS NULL';

/**
 * The same, counting orphans in. Only the spans that a scan meets are looked up, each by its key. A
 * span that names itself as its parent counts too; otherwise nobody would ever see it.
 */
export const IS_ROOT_OR_ORPHAN = `(s.parent_id IS NULL OR s.parent_id = s.span_id OR NOT EXISTS (
    SELECT FROM spans p WHERE p.trace_id = s.trace_id AND p.span_id = s.parent_id))`;

/** Keeps roots only, where the filter asks for it. */
export function addRootCondition(where: SqlWhere, filter: Partial<RootFilter>): SqlWhere {
  if (!filter.rootSpansOnly) return where;
  return where.and((filter.orphanSpanAsRootSpan ?? true) ? IS_ROOT_OR_ORPHAN : IS_ROOT);
}

/**
 * The conditions of a filter on spans `s`, or null when no span can meet them.
 * @param findTraceIds finds the traces that hold a span with this id.
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
    where.and(attributeCondition(where, attribute));
  }
  addRootCondition(where, filter);
  if (parentId === undefined) return where;
  if (parentId === null) return where.and(IS_ROOT);
  if (!isStorable(parentId)) return null;
  where.andEqual('s.parent_id', parentId);
  // A child is in the trace of its parent, and there is an index on traces but none on parents.
  const traceIds = await findTraceIds(parentId);
  return traceIds.length === 0 ? where : where.andEqual('s.trace_id', traceIds);
}

/** The values that can be stored at all; undefined for an absent or empty list. */
function listedTexts(values: readonly string[] | null | undefined): readonly string[] | undefined {
  return values && values.length > 0 ? values.filter(isStorable) : undefined;
}
