import { parseKeysetCursor } from '../../kernel/pagination/keyset-cursor.js';
import type { KeysetSort, SortedRow } from '../../kernel/pagination/keyset-sort.js';
import { toBlock } from '../../spans/span-blocks.js';
import type { TimeRange } from '../../kernel/time/time.js';
import type { BlockOrder, BlockSelection, FoundBlock } from '../span-index/span-blocks.queries.js';
import type { SpanRow } from './span.entity.js';
import { SPAN_SORTS } from '../fields/span.js';
import type { SpanPage } from './spans.queries.js';

/** The part of a list that comes next, as bounds of a block selection. */
export type RestOfList = Pick<BlockSelection, 'order' | 'from' | 'until' | 'after'>;

/** Returns what comes next in a list; null if the page starts at a row whose start is not known. */
export function restOf(
  { sort, start }: Pick<SpanPage, 'sort' | 'start'>,
  timeRange: TimeRange | null | undefined,
): RestOfList | null {
  const { descending } = sort;
  const bounds = { from: timeRange?.start ?? null, until: timeRange?.end ?? null };
  const cursor = start.after ? parseKeysetCursor(start.after) : null;
  if (sort.column === null) {
    const order: BlockOrder = descending ? 'lastStored' : 'firstStored';
    const id = start.from ?? cursor?.id;
    return { ...bounds, order, after: id === undefined ? null : toBlock(id) };
  }
  if (!isByStart(sort)) return { ...bounds, order: 'newest', after: null };
  if (start.from != null) return null;
  const place = typeof cursor?.value === 'string' ? cursor.value : null;
  return { ...bounds, order: descending ? 'newest' : 'oldest', after: place };
}

/** Returns the part of a list by start up to a block that comes later; all of it if there is none. */
export function upTo(rest: RestOfList, edge: FoundBlock | undefined): RestOfList {
  if (!edge) return rest;
  const bound = String(edge.bound);
  return rest.order === 'newest' ? { ...rest, from: bound } : { ...rest, until: bound };
}

/** Returns whether blocks can be read in the order of a list. */
export function isBlockOrder(sort: KeysetSort): boolean {
  return sort.column === null || isByStart(sort);
}

function isByStart(sort: KeysetSort): boolean {
  return sort.column?.sql === SPAN_SORTS.startTime.sql;
}

/**
 * Returns the order of blocks by their highest value, for a list that begins with the highest
 * values; null for other lists.
 */
export function highestFirst({ column, descending }: KeysetSort): BlockOrder | null {
  return descending && column ? (HIGHEST.get(column.sql) ?? null) : null;
}

const HIGHEST: ReadonlyMap<string, BlockOrder> = new Map([
  [SPAN_SORTS.latencyMs.sql, 'slowest'],
  [SPAN_SORTS.endTime.sql, 'lastEnded'],
  [SPAN_SORTS.tokenCountTotal.sql, 'mostTokens'],
  [SPAN_SORTS.tokenCountPrompt.sql, 'mostTokens'],
  [SPAN_SORTS.tokenCountCompletion.sql, 'mostTokens'],
]);

/** Returns whether no span in a block, or in a later one of an order by the highest value, comes before a row. */
export function isHigher(
  { sortValue }: SortedRow,
  { bound }: FoundBlock,
  sort: KeysetSort,
): boolean {
  if (sortValue === null) return false;
  // Times in this form are sorted like their texts, but for the end of time.
  if (sort.column?.type === 'DATETIME')
    return bound !== 'infinity' && String(sortValue) > String(bound);
  return Number(sortValue) > Number(bound);
}

/** Returns whether no span in a block or in a later one comes before a row. */
export function isCertain(
  row: SpanRow,
  next: FoundBlock | undefined,
  { column, descending }: KeysetSort,
): boolean {
  // Blocks do not overlap in the order of row IDs.
  if (!next || !column) return true;
  const bound = String(next.bound);
  // Times in this form are sorted like their texts.
  return descending ? row.startTime > bound : row.startTime < bound;
}
