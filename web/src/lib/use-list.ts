import type { CombinedError } from '@urql/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { appendPage, compareHead, type LoadedRows, readRows } from './list-pages.js';

/** Reads one page of a list; `after` is null for the first. */
export type FetchPage<Row> = (
  after: string | null,
) => Promise<{ page: LoadedRows<Row> } | { error: CombinedError }>;

/** A list that is read page by page and can take in new rows. */
export interface List<Row> {
  rows: readonly Row[];
  status: 'loading' | 'ready' | 'error';
  error: CombinedError | undefined;
  hasNextPage: boolean;
  isLoadingMore: boolean;
  /** Rows that came since and wait above; shown as “12 new”. */
  news: { count: number; isGap: boolean } | undefined;
  loadMore: () => void;
  /** Takes the waiting rows in. */
  showNews: () => void;
  /** Reads the first page again; `hold` lets new rows wait instead of taking them in. */
  refresh: (hold: boolean) => void;
  /** Puts a row that was changed in the place of what it was. */
  replace: (row: Row) => void;
  /** Starts over, e.g. after an error or a deletion. */
  reload: () => void;
  /** Reads what is shown once more and swaps it at once, so that nobody loses their place. */
  reread: () => void;
}

interface State<Row> {
  key: string;
  loaded: LoadedRows<Row> | undefined;
  waiting: { fresh: LoadedRows<Row>; count: number; isGap: boolean } | undefined;
  error: CombinedError | undefined;
  isLoadingMore: boolean;
}

/**
 * A list read with `fetchPage`. It starts over when `listKey` (everything the pages depend on) changes;
 * until the new first page is there, the old rows are not shown.
 */
export function useList<Row extends { id: string }>(
  listKey: string,
  fetchPage: FetchPage<Row>,
): List<Row> {
  const [attempt, setAttempt] = useState(0);
  const key = `${attempt} ${listKey}`;
  const [state, setState] = useState<State<Row>>(() => emptyState(key));
  const fetcher = useRef(fetchPage);
  const run = useRef(0);
  useEffect(() => {
    fetcher.current = fetchPage;
  });

  useEffect(() => {
    run.current += 1;
    const mine = run.current;
    void fetcher.current(null).then((result) => {
      if (run.current !== mine) return;
      const found =
        'error' in result
          ? { error: result.error, loaded: undefined }
          : { error: undefined, loaded: result.page };
      setState({ ...emptyState<Row>(key), ...found });
    });
  }, [key]);

  const current = state.key === key ? state : emptyState<Row>(key);
  const { loaded, isLoadingMore } = current;

  const loadMore = useCallback(() => {
    if (!loaded?.hasNextPage || isLoadingMore) return;
    const mine = run.current;
    setState((now) => ({ ...now, isLoadingMore: true }));
    void fetcher.current(loaded.endCursor).then((result) => {
      if (run.current !== mine) return;
      setState((now) => {
        if ('error' in result || !now.loaded) {
          const error = 'error' in result ? result.error : now.error;
          return { ...now, isLoadingMore: false, error };
        }
        const next = appendPage(now.loaded, result.page);
        return { ...now, loaded: next, isLoadingMore: false, error: undefined };
      });
    });
  }, [loaded, isLoadingMore]);

  const refresh = useCallback((hold: boolean) => {
    const mine = run.current;
    void fetcher.current(null).then((result) => {
      // A refresh that fails is silent: what is on the page stays true, and the next one comes soon.
      if (run.current !== mine || 'error' in result) return;
      setState((now) => {
        if (!now.loaded) return { ...now, loaded: result.page, error: undefined };
        const head = compareHead(now.loaded, result.page);
        if (!hold || head.newCount === 0) {
          return { ...now, loaded: head.merged, waiting: undefined, error: undefined };
        }
        const waiting = { fresh: result.page, count: head.newCount, isGap: head.isGap };
        return { ...now, loaded: head.still, waiting };
      });
    });
  }, []);

  const showNews = useCallback(() => {
    setState((now) => {
      if (!now.waiting || !now.loaded) return now;
      const { merged } = compareHead(now.loaded, now.waiting.fresh);
      return { ...now, loaded: merged, waiting: undefined };
    });
  }, []);

  const replace = useCallback((row: Row) => {
    setState((now) => {
      if (!now.loaded) return now;
      const rows = now.loaded.rows.map((old) => (old.id === row.id ? row : old));
      return { ...now, loaded: { ...now.loaded, rows } };
    });
  }, []);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  const shownCount = useRef(0);
  useEffect(() => {
    shownCount.current = loaded?.rows.length ?? 0;
  });
  const reread = useCallback(() => {
    // Pages that are on their way belong to what is about to be replaced.
    run.current += 1;
    const mine = run.current;
    void readRows(fetcher.current, shownCount.current).then((result) => {
      if (run.current !== mine) return;
      if ('error' in result) setState((now) => ({ ...now, isLoadingMore: false }));
      else setState({ ...emptyState<Row>(key), loaded: result.page });
    });
  }, [key]);

  return {
    rows: loaded?.rows ?? [],
    status: loaded ? 'ready' : current.error ? 'error' : 'loading',
    error: current.error,
    hasNextPage: loaded?.hasNextPage ?? false,
    isLoadingMore,
    news: current.waiting,
    loadMore,
    showNews,
    refresh,
    replace,
    reload,
    reread,
  };
}

function emptyState<Row>(key: string): State<Row> {
  return { key, loaded: undefined, waiting: undefined, error: undefined, isLoadingMore: false };
}
