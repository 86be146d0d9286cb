import type { ReactNode } from 'react';

/** One column of a `DataTable`. */
export interface DataColumn<Row> {
  id: string;
  /** The header text, with the unit of the numbers. */
  header: string;
  /**
   * The name for screen readers and the column list, if the header is an icon or an abbreviation.
   */
  label?: string;
  /** Shown when the header is pointed at or has the focus, such as a name that may be cut off. */
  tip?: string;
  /** Shown before the header text, such as a check box that selects all rows. */
  headerStart?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The width in pixels until the user changes it. */
  width: number;
  /** Takes the remaining width until it is resized. */
  grow?: boolean;
  /** Whether the values are numbers, which are right-aligned. */
  numeric?: boolean;
  /** The server’s name for a sort by this column; absent if the column cannot be sorted. */
  sortKey?: string;
  /** Hidden until chosen. */
  optional?: boolean;
  /** Always shown; contains the link of the row. */
  required?: boolean;
}

/** A sort as it appears in the URL: `latencyMs` ascending, `-latencyMs` descending. */
export type SortParam = string;

/** Splits a sort into its GraphQL arguments. */
export function readSort(sort: SortParam): { col: string; dir: 'asc' | 'desc' } {
  return sort.startsWith('-') ? { col: sort.slice(1), dir: 'desc' } : { col: sort, dir: 'asc' };
}

/**
 * Returns the sort after a click on a header: descending first, because users usually look for the
 * largest or newest values.
 */
export function toggleSort(current: SortParam, key: string): SortParam {
  return current === `-${key}` ? key : `-${key}`;
}
