import type { InfiniteData } from '@tanstack/react-query';

/** One page of rows. */
export interface Page<Row> {
  rows: readonly Row[];
  endCursor: string | null;
  hasNextPage: boolean;
}

/**
 * The pages of a list that have been read, as the query cache stores them. A page starts after its
 * parameter.
 */
export type Pages<Row> = InfiniteData<Page<Row>, string | null>;

interface Identified {
  id: string;
}

/** Returns a list that consists of one page. */
export function createSinglePage<Row>(page: Page<Row>): Pages<Row> {
  return { pages: [page], pageParams: [null] };
}

/** Returns all rows in order. A row that moved between two reads appears once. */
export function listRows<Row extends Identified>({ pages }: Pages<Row>): Row[] {
  const known = new Set<string>();
  return pages.flatMap(({ rows }) => rows).filter(({ id }) => !known.has(id) && known.add(id));
}

/** Counts the rows of a reloaded first page that are not in the list. */
export function countNews<Row extends Identified>(loaded: Pages<Row>, fresh: Page<Row>): number {
  const known = new Set(listRows(loaded).map(({ id }) => id));
  return fresh.rows.filter(({ id }) => !known.has(id)).length;
}

/**
 * Whether more new rows arrived than fit on a page, so that rows between them and the list are
 * missing.
 */
export function hasGap<Row extends Identified>(loaded: Pages<Row>, fresh: Page<Row>): boolean {
  return (
    fresh.hasNextPage &&
    loaded.pages.some(({ rows }) => rows.length > 0) &&
    countNews(loaded, fresh) === fresh.rows.length
  );
}

/** Merges a reloaded first page into the list: puts new rows on top and keeps the others. */
export function mergeHead<Row extends Identified>(
  loaded: Pages<Row>,
  fresh: Page<Row>,
): Pages<Row> {
  const [first, ...others] = loaded.pages;
  // If the list fits on one page, the new page replaces it, which also removes deleted rows. If
  // there is a gap, the old rows cannot be kept below it.
  if (!first || !fresh.hasNextPage || hasGap(loaded, fresh)) return createSinglePage(fresh);
  const inFresh = new Set(fresh.rows.map(({ id }) => id));
  const withoutFresh = ({ rows }: Page<Row>) => rows.filter(({ id }) => !inFresh.has(id));
  return {
    ...loaded,
    pages: [
      { ...first, rows: [...fresh.rows, ...withoutFresh(first)] },
      ...others.map((page) => ({ ...page, rows: withoutFresh(page) })),
    ],
  };
}

/** Replaces rows by their new values without moving them. */
export function updateRows<Row extends Identified>(
  loaded: Pages<Row>,
  rows: readonly Row[],
): Pages<Row> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const update = (row: Row) => byId.get(row.id) ?? row;
  return {
    ...loaded,
    pages: loaded.pages.map((page) => ({ ...page, rows: page.rows.map(update) })),
  };
}
