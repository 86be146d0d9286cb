import { toGlobalId } from '../ids/global-id.js';

/** Largest page of a list that refuses a larger one. */
export const MAX_PAGE_SIZE = 1000;

/** Size of a REST page whose request names none. */
export const DEFAULT_PAGE_SIZE = 100;

/** One page of a REST list. */
export interface RestPage<R> {
  rows: R[];
  /** Global id of the row that opens the following page; null on the last page. */
  nextCursor: string | null;
}

/**
 * Cuts a REST page off the rows of a list, which hold one more than `limit` when another page follows.
 * @param type type name in the global ids of the rows.
 */
export function cutPage<R extends { id: number }>(
  rows: readonly R[],
  limit: number,
  type: string,
): RestPage<R> {
  const next = rows[limit];
  return { rows: rows.slice(0, limit), nextCursor: next ? toGlobalId(type, next.id) : null };
}
