import type { InfiniteData } from '@tanstack/react-query';

/** A page of rows, as it was read. */
export interface Page<Row> {
  rows: readonly Row[];
  endCursor: string | null;
  hasNextPage: boolean;
}

/** The pages of a list read so far, as the query cache keeps them; a page begins after its parameter. */
export type Pages<Row> = InfiniteData<Page<Row>, string | null>;

interface Identified {
  id: string;
}

/** A list that consists of one page. */
export function createSinglePage<Row>(page: Page<Row>): Pages<Row> {
  return { pages: [page], pageParams: [null] };
}

/** All rows in order; one that moved between two reads is not repeated. */
export function listRows<Row extends Identified>({ pages }: Pages<Row>): Row[] {
  const known = new Set<string>();
  return pages.flatMap(({ rows }) => rows).filter(({ id }) => !known.has(id) && known.add(id));
}

/** Counts the rows of a reloaded first page that are not in the list. */
export function countNews<Row extends Identified>(loaded: Pages<Row>, fresh: Page<Row>): number {
  const known = new Set(listRows(loaded).map(({ id }) => id));
  return fresh.rows.filter(({ id }) => !known.has(id)).length;
}

/** Whether more came than a page holds, so that the rows between the new and the known are not known. */
export function hasGap<Row extends Identified>(loaded: Pages<Row>, fresh: Page<Row>): boolean {
  return (
    fresh.hasNextPage &&
    loaded.pages.some(({ rows }) => rows.length > 0) &&
    countNews(loaded, fresh) === fresh.rows.length
  );
}

/** Merges a reloaded first page into the list: new rows on top, the others stay. */
export function mergeHead<Row extends Identified>(
  loaded: Pages<Row>,
  fresh: Page<Row>,
): Pages<Row> {
  const [first, ...others] = loaded.pages;
  // A whole list in one page shows what was deleted too; behind a gap nothing would be in its place.
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

/** Takes in new values of known rows without moving one. */
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
