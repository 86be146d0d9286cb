import { toGlobalId } from '../ids/global-id.js';

/** Largest page size that lists accept. */
export const MAX_PAGE_SIZE = 1000;

/** Default size of a REST page. */
export const DEFAULT_PAGE_SIZE = 100;

/** One page of a REST list. */
export interface RestPage<R> {
  rows: R[];
  /** Global ID of the first row of the next page; null on the last page. */
  nextCursor: string | null;
}

/**
 * Builds a REST page from rows, which include one more than `limit` if there is a next page.
 * @param type type name in the global IDs of the rows.
 */
export function cutPage<R extends { id: number }>(
  rows: readonly R[],
  limit: number,
  type: string,
): RestPage<R> {
  const next = rows[limit];
  return { rows: rows.slice(0, limit), nextCursor: next ? toGlobalId(type, next.id) : null };
}
