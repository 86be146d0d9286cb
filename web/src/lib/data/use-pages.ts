import { hashKey, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { sendDocument, getOperationName, type TypedDocument } from './graphql-request.js';
import {
  countNews,
  hasGap,
  mergeHead,
  createSinglePage,
  type Page,
  type Pages,
  listRows,
  updateRows,
} from './pages.js';
import { RequestError } from './request-error.js';
import { resolveVariables, type VariablesSource } from './use-graphql-query.js';

/** A Relay connection with the fields that lists request. */
export interface Connection<Row> {
  edges: readonly { node: Row }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The source of a list’s pages. */
export interface PageSource<Row> {
  key: QueryKey;
  read: (after: string | null, signal: AbortSignal) => Promise<Page<Row>>;
}

interface PagesOptions<Data, Variables, Row> {
  /** All variables except the cursor. */
  variables: VariablesSource<Omit<Variables, 'after'>>;
  /** Replaces `variables` in the query key; required if they are a function. */
  key?: unknown;
  /** Finds the connection in the response; undefined if its parent does not exist. */
  connection: (data: Data) => Connection<Row> | undefined;
  /** Keeps every number unchanged, for rows with payloads. */
  exact?: boolean;
}

/** Returns a source that reads a list page by page with a document that has a variable `$after`. */
export function createPageSource<
  Data,
  Variables extends { after?: string | null | undefined },
  Row,
>(
  document: TypedDocument<Data, Variables>,
  { variables, key = variables, connection, exact }: PagesOptions<Data, Variables, Row>,
): PageSource<Row> {
  return {
    key: ['pages', getOperationName(document), key],
    read: async (after, signal) => {
      const values = { ...resolveVariables(variables), after } as Variables;
      const data = await sendDocument(document, values, { signal, exact });
      const found = connection(data);
      if (!found) throw new RequestError('Not found');
      return { ...found.pageInfo, rows: found.edges.map(({ node }) => node) };
    },
  };
}

/** A list that loads page by page and can receive new rows. */
export interface List<Row> {
  rows: readonly Row[];
  status: 'loading' | 'ready' | 'error';
  /** The error if there are no rows, or if the next page could not be loaded. */
  error: RequestError | undefined;
  hasNextPage: boolean;
  isLoadingMore: boolean;
  /** Rows that have arrived and wait above the list; shown as “12 new”. */
  news: { count: number; isGap: boolean } | undefined;
  /** Loads the next page, also again after that failed. */
  loadMore: () => void;
  /** Loads the next page unless that failed; for lists that load more as users scroll. */
  loadAhead: () => void;
  /** Adds the waiting rows to the list. */
  showNews: () => void;
  /** Reads the first page again. With `hold`, new rows wait instead of being added. */
  refresh: (hold: boolean) => void;
  /** Replaces a row that was changed. */
  replace: (row: Row) => void;
  /** Starts over, such as after an error or a deletion. */
  reload: () => void;
  /** Reads all loaded pages again and swaps them at once, so that users keep their place. */
  reread: () => void;
}

/**
 * Reads a list page by page. Starts over when the key of its source changes. Stays loading while it
 * is not enabled.
 */
export function usePages<Row extends { id: string }>(
  source: PageSource<Row>,
  { enabled = true }: { enabled?: boolean } = {},
): List<Row> {
  const queryClient = useQueryClient();
  const hash = hashKey(source.key);
  const keys = useMemo(() => {
    const list = JSON.parse(hash) as QueryKey;
    return { list, head: ['head', ...list] };
  }, [hash]);
  const {
    data,
    error,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery<Page<Row>, RequestError, Pages<Row>, QueryKey, string | null>({
    queryKey: keys.list,
    queryFn: ({ pageParam, signal }) => source.read(pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (last) => (last.hasNextPage ? last.endCursor : null),
    // A list starts over when it is opened again.
    gcTime: 0,
    enabled,
  });
  const rows = useMemo(() => (data ? listRows(data) : []), [data]);
  const loadMore = useCallback(() => {
    // Waits for a reread in progress, because it changes the end of the list.
    if (data && hasNextPage && !isFetchingNextPage) void fetchNextPage({ cancelRefetch: false });
  }, [data, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const loadAhead = useCallback(() => {
    if (!isFetchNextPageError) loadMore();
  }, [isFetchNextPageError, loadMore]);

  const change = useCallback(
    async (update: (loaded: Pages<Row> | undefined) => Pages<Row> | undefined) => {
      const cached = queryClient.getQueryCache().find({ queryKey: keys.list });
      // A page that is still loading would restore the rows of the time when it was requested.
      await cached?.promise?.catch(() => undefined);
      if (cached?.isActive()) queryClient.setQueryData<Pages<Row>>(keys.list, update);
    },
    [queryClient, keys],
  );

  const { head, setHead, refresh } = useHead(keys, hash, source, change);
  const showNews = useCallback(() => {
    setHead(undefined);
    if (head) void change((loaded) => loaded && mergeHead(loaded, head));
  }, [head, setHead, change]);

  const replace = useCallback(
    (row: Row) => void change((loaded) => loaded && updateRows(loaded, [row])),
    [change],
  );

  const reload = useCallback(() => {
    setHead(undefined);
    void queryClient.resetQueries({ queryKey: keys.list });
  }, [queryClient, keys, setHead]);

  const reread = useCallback(() => {
    setHead(undefined);
    void refetch();
  }, [setHead, refetch]);

  return {
    rows,
    status: data ? 'ready' : error ? 'error' : 'loading',
    error: !data || isFetchNextPageError ? (error ?? undefined) : undefined,
    hasNextPage,
    isLoadingMore: isFetchingNextPage,
    news: data && head ? findNews(data, head) : undefined,
    loadMore,
    loadAhead,
    showNews,
    refresh,
    replace,
    reload,
    reread,
  };
}

/** Changes the loaded pages of a list; they are undefined before the first one is there. */
type ChangePages<Row> = (
  update: (loaded: Pages<Row> | undefined) => Pages<Row> | undefined,
) => Promise<void>;

/** Reads the first page of a list again, and keeps it while its new rows wait above the list. */
function useHead<Row extends { id: string }>(
  keys: { head: QueryKey },
  hash: string,
  source: PageSource<Row>,
  change: ChangePages<Row>,
) {
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState<{ hash: string; head: Page<Row> }>();
  const setHead = useCallback(
    (head: Page<Row> | undefined) => setWaiting(head && { hash, head }),
    [hash],
  );
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  const heads = useRef({ requested: 0, shown: 0 });
  const readHead = useCallback(
    async (hold: boolean) => {
      const order = ++heads.current.requested;
      const read = queryClient.query({
        // Not shared with a request in progress, which may have been sent too early.
        queryKey: [...keys.head, order],
        queryFn: ({ signal }) => latest.current.read(null, signal),
        gcTime: 0,
      });
      // A refresh fails silently: the page stays correct, and the next refresh follows soon.
      const head = await read.catch(() => undefined);
      if (!head || order < heads.current.shown) return;
      heads.current.shown = order;
      await change((loaded) => {
        if (!loaded) return createSinglePage(head);
        const waits = hold && countNews(loaded, head) > 0;
        setHead(waits ? head : undefined);
        return waits ? updateRows(loaded, head.rows) : mergeHead(loaded, head);
      });
    },
    [queryClient, keys, setHead, change],
  );
  const refresh = useCallback((hold: boolean) => void readHead(hold), [readHead]);
  useEffect(
    () => () => void queryClient.cancelQueries({ queryKey: keys.head }),
    [queryClient, keys],
  );

  const head = waiting?.hash === hash ? waiting.head : undefined;
  return { head, setHead, refresh };
}

/** Reads all pages of a list that is short enough to be searched and counted as a whole. */
export function useAllPages<Row extends { id: string }>(source: PageSource<Row>): List<Row> {
  const list = usePages(source);
  const { hasNextPage, loadAhead } = list;
  useEffect(() => {
    if (hasNextPage) loadAhead();
  }, [hasNextPage, loadAhead]);
  return { ...list, hasNextPage: false, isLoadingMore: false };
}

function findNews<Row extends { id: string }>(
  loaded: Pages<Row>,
  head: Page<Row>,
): List<Row>['news'] {
  const count = countNews(loaded, head);
  return count > 0 ? { count, isGap: hasGap(loaded, head) } : undefined;
}
