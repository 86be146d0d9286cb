import type { ReactNode } from 'react';

/** One column of a `DataTable`. */
export interface DataColumn<Row> {
  id: string;
  /** Header text; the unit of its numbers belongs here, once. */
  header: string;
  /** What a screen reader and the column list say when the header is an icon or short. */
  label?: string;
  /** Stands before the header text, such as a box that selects all rows. */
  headerStart?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Width in pixels before the viewer changes it. */
  width: number;
  /** Takes the room that is left, until it is resized. */
  grow?: boolean;
  /** Numbers are right-aligned. */
  numeric?: boolean;
  /** Name the server sorts by; without it the column cannot be sorted. */
  sortKey?: string;
  /** Not shown until chosen. */
  optional?: boolean;
  /** Always shown; holds the link of the row. */
  required?: boolean;
}

/** A sort as the address holds it: `latencyMs` ascending, `-latencyMs` descending. */
export type SortParam = string;

/** Splits a sort into what GraphQL takes. */
export function readSort(sort: SortParam): { col: string; dir: 'asc' | 'desc' } {
  return sort.startsWith('-') ? { col: sort.slice(1), dir: 'desc' } : { col: sort, dir: 'asc' };
}

/** The sort after pressing a header: first descending, as the largest and newest are sought. */
export function nextSort(current: SortParam, key: string): SortParam {
  return current === `-${key}` ? key : `-${key}`;
}
