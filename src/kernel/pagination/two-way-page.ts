import { DomainError } from '../errors/errors.js';
import { type Connection, pageSize } from './connection.js';
import { parseRowCursor, toKeysetCursor } from './keyset-cursor.js';
import type { OffsetPageArgs } from './offset-page.js';

/** Default page size. */
const DEFAULT_SIZE = 50;

/**
 * A part of a list sorted by row ID, after one row, before another, or both. Can be read from
 * either end.
 */
export interface TwoWayPage {
  after: number | null;
  before: number | null;
  size: number;
  /** Whether to read the last rows of the part, in reverse. */
  isBackward: boolean;
}

/**
 * Validates the arguments of a list by row ID that can be read from either end.
 * @throws DomainError BAD_USER_INPUT for an invalid size or cursor, or for two sizes.
 */
export function twoWayPage({ first, last, after, before }: OffsetPageArgs): TwoWayPage {
  const isBackward = typeof last === 'number';
  if (isBackward && typeof first === 'number') {
    throw new DomainError('BAD_USER_INPUT', '`first` and `last` cannot be combined.');
  }
  return {
    after: after ? parseRowCursor(after) : null,
    before: before ? parseRowCursor(before) : null,
    size: isBackward ? pageSize(last, 'last') : pageSize(first ?? DEFAULT_SIZE, 'first'),
    isBackward,
  };
}

/**
 * Builds a page in the order of the list. `rows` are in the order in which they were read, plus one
 * more if there is a next page.
 */
export function twoWayConnection<R extends { id: number }, T>(
  rows: readonly R[],
  { size, after, before, isBackward }: TwoWayPage,
  toNode: (row: R) => T,
): Connection<T> {
  const kept = rows.slice(0, size);
  const inOrder = isBackward ? kept.toReversed() : kept;
  const edges = inOrder.map((row) => ({
    cursor: toKeysetCursor({ id: row.id }),
    node: toNode(row),
  }));
  const hasMore = rows.length > size;
  return {
    edges,
    pageInfo: {
      hasNextPage: before !== null || (!isBackward && hasMore),
      hasPreviousPage: after !== null || (isBackward && hasMore),
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
