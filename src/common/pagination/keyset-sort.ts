import { DomainError } from '../errors/errors.js';
import { type KeysetCursor, parseKeysetCursor, toKeysetCursor } from './keyset-cursor.js';
import { parseTime } from '../time.js';
import type { SqlWhere } from '../sql/sql-where.js';

/** A value that a list can be sorted by. */
export interface SortColumn {
  /** SQL of the value, spelled as in the index that serves it, if any. */
  sql: string;
  type: 'DATETIME' | 'FLOAT' | 'INT';
  /** Rows without a value come last in both directions. */
  nullable: boolean;
}

/** An order of rows: by a column, or by row id when there is none. */
export interface KeysetSort {
  column: SortColumn | null;
  descending: boolean;
  /** SQL of the row id, which breaks ties in the same direction. */
  id: string;
}

/** What a row must include so that a page can start after it. */
export interface SortedRow {
  id: number;
  /** As read from the database; also null when the list is sorted by id. */
  sortValue: string | number | null;
}

const SQL_TYPES = { DATETIME: 'timestamptz', FLOAT: 'numeric', INT: 'bigint' };

/** `ORDER BY …`. */
export function orderBy({ column, descending, id }: KeysetSort): string {
  const direction = descending ? 'DESC' : 'ASC';
  if (!column) return `ORDER BY ${id} ${direction}`;
  // Only where needed: an index read backwards has nulls first.
  const nulls = column.nullable ? ' NULLS LAST' : '';
  return `ORDER BY ${column.sql} ${direction}${nulls}, ${id} ${direction}`;
}

/** The expression to select as `"sortValue"`. */
export function sortValue({ column }: KeysetSort): string {
  return `${column?.sql ?? 'NULL'} AS "sortValue"`;
}

/**
 * Adds the condition that starts a page after a cursor.
 * @throws DomainError BAD_USER_INPUT for a cursor of another order, or an invalid one.
 */
export function after(where: SqlWhere, sort: KeysetSort, cursor: string | null): SqlWhere {
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

/** The cursor of a row. */
export function cursorAt({ column }: KeysetSort): (row: SortedRow) => string {
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
    (type !== 'INT' || Number.isSafeInteger(value));
  if (fits && readable) return cursor;
  throw new DomainError('BAD_USER_INPUT', `Invalid cursor for this order: ${text}`);
}
