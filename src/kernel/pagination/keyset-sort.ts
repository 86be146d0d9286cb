import type { EntityManager } from 'typeorm';
import { DomainError } from '../errors/errors.js';
import { type KeysetCursor, parseKeysetCursor, toKeysetCursor } from './keyset-cursor.js';
import { parseTime } from '../time/time.js';
import type { SqlWhere } from '../sql/sql-where.js';
import { isStorable } from '../validation/storable.js';

/** A value by which a list can be sorted. */
export interface SortColumn {
  /** SQL of the value, spelled as in its index, if it has one. */
  sql: string;
  type: 'DATETIME' | 'FLOAT' | 'INT' | 'STRING';
  /** Rows without a value come last in both directions. */
  nullable: boolean;
}

/** An order of rows: by a column, or by row ID if there is none. */
export interface KeysetSort {
  column: SortColumn | null;
  descending: boolean;
  /** SQL of the row ID, which breaks ties in the same direction. */
  id: string;
}

/** A requested order: by a column of a sort table, otherwise by row ID. */
export interface ListOrder<Name extends string> {
  col?: Name;
  dir: 'asc' | 'desc';
}

/**
 * Returns the order in SQL; by ascending row ID if none is requested.
 * @param id SQL of the row ID.
 */
export function toKeysetSort<Name extends string>(
  sorts: Readonly<Record<Name, SortColumn>>,
  order: ListOrder<Name> | null | undefined,
  id: string,
): KeysetSort {
  return { column: order?.col ? sorts[order.col] : null, descending: order?.dir === 'desc', id };
}

/** The fields a row needs so that a page can start after it. */
export interface SortedRow {
  id: number;
  /** As read from the database. Null if there is no value or the list is sorted by ID. */
  sortValue: string | number | null;
}

/** The place at which a page starts; by default, the beginning of the list. */
export interface PageStart {
  /** Cursor of the last row of the previous page. It contains the row's sort value. */
  after?: string | null;
  /** Row ID of the first row of the page. Its sort value is looked up. */
  from?: number | null;
}

/** The input of a service that returns a page of a list, for REST and GraphQL. */
export interface ListInput<Filter, Order> {
  filter?: Filter;
  /** Defaults to row ID. */
  order?: Order | null;
  start?: PageStart;
  limit: number;
}

/**
 * The rows of a page, plus one more if there is a next page, and a function that returns their
 * cursors.
 */
export interface KeysetPage<R> {
  rows: (R & SortedRow)[];
  cursorOf: (row: SortedRow) => string;
}

const SQL_TYPES = { DATETIME: 'timestamptz', FLOAT: 'numeric', INT: 'bigint', STRING: 'text' };

/** `ORDER BY …`. */
export function orderBy({ column, descending, id }: KeysetSort): string {
  const direction = descending ? 'DESC' : 'ASC';
  if (!column) return `ORDER BY ${id} ${direction}`;
  // Only if needed, because a backward index scan returns nulls first.
  const nulls = column.nullable ? ' NULLS LAST' : '';
  return `ORDER BY ${column.sql} ${direction}${nulls}, ${id} ${direction}`;
}

/** The expression to select as `"sortValue"`. */
export function sortValue({ column }: KeysetSort): string {
  return `${column?.sql ?? 'NULL'} AS "sortValue"`;
}

/**
 * Adds the condition that starts a page after a cursor.
 * @throws DomainError BAD_USER_INPUT if the cursor is invalid or belongs to another order.
 */
export function startAfter(where: SqlWhere, sort: KeysetSort, cursor: string | null): SqlWhere {
  if (cursor === null) return where;
  const { column, id } = sort;
  const { id: rowId, value } = requireCursorOf(parseKeysetCursor(cursor), column, cursor);
  const beyond = sort.descending ? '<' : '>';
  if (!column) return where.and(`${id} ${beyond} ${where.bind(rowId)}`);
  if (value === null) {
    return where.and(`(${column.sql} IS NULL AND ${id} ${beyond} ${where.bind(rowId)})`);
  }
  const place = `(${where.bind(value)}::${SQL_TYPES[column.type]}, ${where.bind(rowId)})`;
  const further = `(${column.sql}, ${id}) ${beyond} ${place}`;
  return where.and(column.nullable ? `(${further} OR ${column.sql} IS NULL)` : further);
}

/**
 * Starts a page at the requested row. If that row has since been deleted, compares only IDs
 * (docs/adr/0007-exact-trace-pages.md).
 * @param table the sorted table with its alias, such as `traces t`.
 * @throws DomainError BAD_USER_INPUT if the cursor is invalid or belongs to another order.
 */
export async function startPage(
  database: Pick<EntityManager, 'query'>,
  table: string,
  where: SqlWhere,
  sort: KeysetSort,
  { after: cursor = null, from = null }: PageStart,
): Promise<SqlWhere> {
  if (from === null) return startAfter(where, sort, cursor);
  const { column, id, descending } = sort;
  const [row] = column
    ? await database.query<{ value: unknown }[]>(
        `SELECT ${column.sql} AS value FROM ${table} WHERE ${id} = $1 LIMIT 1`,
        [from],
      )
    : [];
  const reaches = descending ? '<=' : '>=';
  if (!column || !row) return where.and(`${id} ${reaches} ${where.bind(from)}`);
  if (row.value === null) {
    return where.and(`(${column.sql} IS NULL AND ${id} ${reaches} ${where.bind(from)})`);
  }
  const place = `(${where.bind(row.value)}::${SQL_TYPES[column.type]}, ${where.bind(from)})`;
  const reached = `(${column.sql}, ${id}) ${reaches} ${place}`;
  return where.and(column.nullable ? `(${reached} OR ${column.sql} IS NULL)` : reached);
}

/** Returns a function that creates the cursor of a row. */
export function createCursorWriter({ column }: KeysetSort): (row: SortedRow) => string {
  return ({ id, sortValue: value }) => {
    if (!column) return toKeysetCursor({ id });
    return toKeysetCursor({ id, type: value === null ? 'NULL' : column.type, value });
  };
}

function requireCursorOf(
  cursor: KeysetCursor,
  column: SortColumn | null,
  text: string,
): KeysetCursor {
  const { type, value } = cursor;
  const fits = column
    ? type === column.type || (type === 'NULL' && column.nullable)
    : type === undefined;
  const readable =
    (type !== 'DATETIME' || parseTime(String(value)) !== null) &&
    (type !== 'INT' || Number.isSafeInteger(value)) &&
    (type !== 'STRING' || isStorable(String(value)));
  if (fits && readable) return cursor;
  throw new DomainError('BAD_USER_INPUT', `Invalid cursor for this order: ${text}`);
}
