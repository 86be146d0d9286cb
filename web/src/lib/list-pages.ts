import type { FetchPage } from './use-list.js';

/** Rows read so far of a list that is read page by page. */
export interface LoadedRows<Row> {
  rows: readonly Row[];
  endCursor: string | null;
  hasNextPage: boolean;
}

/** What a fresh first page brings to rows already read. */
export interface FreshHead<Row> {
  /** The rows with the fresh page taken in. */
  merged: LoadedRows<Row>;
  /** The rows as they stand, with changed values but no row moved: shown until the news is wanted. */
  still: LoadedRows<Row>;
  /** How many rows are new; at least that many when `isGap`. */
  newCount: number;
  /** More came than one page holds, so the rows in between are unknown. */
  isGap: boolean;
}

/** Adds the page that follows; a row seen before (it moved between two reads) is not repeated. */
export function appendPage<Row extends { id: string }>(
  loaded: LoadedRows<Row>,
  page: LoadedRows<Row>,
): LoadedRows<Row> {
  const known = new Set(loaded.rows.map((row) => row.id));
  return { ...page, rows: [...loaded.rows, ...page.rows.filter((row) => !known.has(row.id))] };
}

/** Compares a fresh first page with the rows already read. */
export function compareHead<Row extends { id: string }>(
  loaded: LoadedRows<Row>,
  fresh: LoadedRows<Row>,
): FreshHead<Row> {
  const byId = new Map(fresh.rows.map((row) => [row.id, row]));
  const known = new Set(loaded.rows.map((row) => row.id));
  const newCount = fresh.rows.filter((row) => !known.has(row.id)).length;
  const isGap = loaded.rows.length > 0 && newCount === fresh.rows.length && fresh.hasNextPage;
  const still = { ...loaded, rows: loaded.rows.map((row) => byId.get(row.id) ?? row) };
  const merged =
    isGap || !fresh.hasNextPage
      ? fresh
      : { ...loaded, rows: [...fresh.rows, ...loaded.rows.filter((row) => !byId.has(row.id))] };
  return { merged, still, newCount, isGap };
}

/** Reads pages from the first on until they hold at least so many rows, or there are no more. */
export async function readRows<Row extends { id: string }>(
  fetchPage: FetchPage<Row>,
  count: number,
): ReturnType<FetchPage<Row>> {
  let result = await fetchPage(null);
  while ('page' in result && result.page.hasNextPage && result.page.rows.length < count) {
    const next = await fetchPage(result.page.endCursor);
    if ('error' in next) return next;
    result = { page: appendPage(result.page, next.page) };
  }
  return result;
}
