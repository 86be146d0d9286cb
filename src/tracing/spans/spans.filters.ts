import type { TimeRange } from '../../kernel/time/time.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { addRowCondition, type RowCondition } from '../conditions/row-condition.js';
import { IS_ROOT, IS_ROOT_OR_ORPHAN } from '../fields/root-span.js';
import type { SpansInRange } from '../conditions/span-condition.js';
import { allTests, type BlockTest, testTerms } from '../span-index/block-test.js';
import type { TextSearch } from '../span-index/search-text.js';
import { valueTerms } from '../span-index/terms.js';
import {
  attributeBlocks,
  type AttributeFilter,
  buildAttributeCondition,
} from './attribute-filter.js';

/**
 * Adds a condition in the filter language to a query on spans `s`, and returns the joins that must
 * follow `spans s` there. They keep the number of rows. `all` is what the query selects besides, if it
 * reads all of that.
 */
export interface AddSpanCondition {
  (where: DistributedWhere, all?: SpansInRange): string;
  /** What the condition implies for blocks of spans. */
  blockTest?: BlockTest;
}

/** The conditions on spans `s`, and the joins that must follow `spans s` for them. */
export interface SpanConditions {
  where: DistributedWhere;
  joins: string;
}

/** The spans that count as roots. */
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
  /** Applied by `SpanListsService.list`. */
  search?: TextSearch | null;
  rowIds?: readonly number[];
  /** A condition in the filter language. */
  addCondition?: AddSpanCondition | null;
  /** A condition on the traces of the spans. */
  traceCondition?: RowCondition | null;
}

/** The filters that apply to the spans of one trace. */
export type SpanOfTraceFilter = Pick<
  SpanFilter,
  | 'timeRange'
  | 'names'
  | 'kinds'
  | 'statusCodes'
  | 'rootSpansOnly'
  | 'orphanSpanAsRootSpan'
  | 'addCondition'
>;

/**
 * Adds a filter to a query on spans `s` of a trace, and returns the joins that must follow `spans s`
 * there.
 */
export function addSpanOfTraceFilter(where: DistributedWhere, filter: SpanOfTraceFilter): string {
  addRootCondition(addColumnConditions(where, filter), filter);
  return filter.addCondition?.(where) ?? '';
}

function addColumnConditions(where: SqlWhere, filter: SpanFilter): SqlWhere {
  return where
    .andBetween('s.start_time', filter.timeRange?.start, filter.timeRange?.end)
    .andEqual('s.kind', listedTexts(filter.kinds))
    .andEqual('s.status_code', listedTexts(filter.statusCodes))
    .andEqual('s.name', listedTexts(filter.names));
}

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
  distribution: Distribution,
  projectId: number,
  filter: SpanFilter,
  findTraceIds: (spanId: string) => Promise<string[]>,
): Promise<SpanConditions | null> {
  const { attributes = [], parentId } = filter;
  const where = new DistributedWhere(distribution)
    .andEqual('s.project_id', projectId)
    .andEqual('s.trace_id', listedTexts(filter.traceIds))
    .andEqual('s.span_id', listedTexts(filter.spanIds));
  addColumnConditions(where, filter);
  if (filter.rowIds) where.and(`s.id = ANY(${where.bind(filter.rowIds)}::bigint[])`);
  for (const attribute of attributes) {
    if (!attribute) return null;
    where.and(buildAttributeCondition(where, attribute));
  }
  addRootCondition(where, filter);
  const joins = filter.addCondition?.(where) ?? '';
  if (filter.traceCondition) addTraceCondition(where, filter.traceCondition);
  if (parentId === undefined) return { where, joins };
  if (parentId === null) return { where: where.and(IS_ROOT), joins };
  if (!isStorable(parentId)) return null;
  where.andEqual('s.parent_id', parentId);
  // A child is in the same trace as its parent, and there is an index on traces but none on
  // parents.
  const traceIds = await findTraceIds(parentId);
  if (traceIds.length > 0) where.andEqual('s.trace_id', traceIds);
  return { where, joins };
}

/** Lets PostgreSQL choose whether to read spans or traces first. */
function addTraceCondition(where: DistributedWhere, condition: RowCondition): void {
  const traces = where.another().and('t.trace_id = s.trace_id');
  addRowCondition(traces, condition);
  where.and(`EXISTS (SELECT FROM traces t ${traces.toString()})`);
}

/**
 * Returns the test of blocks that a filter implies; null if it implies none, or if other indexes
 * find the spans.
 */
export function findBlockTest(filter: SpanFilter): BlockTest {
  const { traceIds = [], spanIds = [], parentId, attributes = [], names } = filter;
  if (traceIds.length > 0 || spanIds.length > 0 || typeof parentId === 'string') return null;
  return allTests([
    filter.addCondition?.blockTest ?? null,
    ...attributes.map((attribute) => attribute && attributeBlocks(attribute)),
    names && names.length > 0 ? testTerms(valueTerms('name', names)) : null,
  ]);
}

/** Returns whether a filter selects all spans that began in its range. */
export function selectsOnlyByTime(filter: SpanFilter): boolean {
  const { timeRange: _range, orphanSpanAsRootSpan: _orphans, parentId, ...others } = filter;
  if (parentId !== undefined) return false;
  return Object.values(others).every(
    (value) => !value || (Array.isArray(value) && value.length === 0),
  );
}

/** Returns the values that can be stored; undefined for an absent or empty list. */
function listedTexts(values: readonly string[] | null | undefined): readonly string[] | undefined {
  return values && values.length > 0 ? values.filter(isStorable) : undefined;
}
