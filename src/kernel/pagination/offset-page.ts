import { ArgsType, Field, Int } from '@nestjs/graphql';
import { DomainError } from '../errors/errors.js';
import { type Connection, pageOf } from './connection.js';

/** Page size if neither `first` nor `last` is given. */
const DEFAULT_FIRST = 50;

const PREFIX = 'connection:';

@ArgsType()
export class OffsetPageArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Page size from the start of the list. Defaults to ${DEFAULT_FIRST} unless \`last\` is given.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The page starts after this cursor.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Page size from the end of the list.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'The page ends before this cursor.' })
  before?: string | null;
}

/** Reads rows of a list by position. */
export interface OffsetList<R> {
  slice(slice: { offset: number; limit: number }): Promise<R[]>;
  /** Length of the whole list. Called only for pages from the end. */
  count(): Promise<number>;
}

/**
 * Returns one page of a list that is read by position, forward or backward, according to Relay:
 * `after` and `before` limit the list, then `first` keeps the start and `last` the end of what
 * remains.
 * @throws DomainError BAD_USER_INPUT for a negative size or a foreign cursor.
 */
export async function offsetConnection<R, T>(
  args: OffsetPageArgs,
  list: OffsetList<R>,
  toNode: (row: R) => T,
): Promise<Connection<T>> {
  const last = requireSize(args.last, 'last');
  const first = requireSize(args.first, 'first') ?? (last === null ? DEFAULT_FIRST : null);
  const cut = args.after ? parseOffsetCursor(args.after) + 1 : 0;
  let start = cut;
  let end = args.before ? parseOffsetCursor(args.before) : Infinity;
  if (first !== null) end = Math.min(end, start + first);
  if (last !== null) {
    end = Math.min(end, await list.count());
    start = Math.max(start, end - last);
  }
  const length = Math.max(0, end - start);
  const rows = await list.slice({ offset: start, limit: length + 1 });
  return pageOf(
    rows.slice(0, length),
    (row, index) => ({ cursor: toOffsetCursor(start + index), node: toNode(row) }),
    { hasNextPage: rows.length > length, hasPreviousPage: start > 0 },
  );
}

/** Returns one page of a list that is already loaded, as `offsetConnection` does. */
export function pageOfList<R, T>(
  args: OffsetPageArgs,
  rows: readonly R[],
  toNode: (row: R) => T,
): Promise<Connection<T>> {
  const list: OffsetList<R> = {
    slice: async ({ offset, limit }) => rows.slice(offset, offset + limit),
    count: async () => rows.length,
  };
  return offsetConnection(args, list, toNode);
}

function requireSize(value: number | null | undefined, name: string): number | null {
  if (value === null || value === undefined) return null;
  if (value >= 0) return value;
  throw new DomainError('BAD_USER_INPUT', `\`${name}\` must be a non-negative integer.`);
}

function toOffsetCursor(offset: number): string {
  return Buffer.from(`${PREFIX}${offset}`).toString('base64');
}

function parseOffsetCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  const offset = Number(text.slice(PREFIX.length));
  if (!/^connection:\d+$/.test(text) || !Number.isSafeInteger(offset)) {
    throw new DomainError('BAD_USER_INPUT', `Invalid cursor: ${cursor}`);
  }
  return offset;
}
