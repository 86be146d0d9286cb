import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RequestError } from '../../../lib/data/request-error.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { buildQueryOptions, useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { readAncestors, readSpan, readSpansAround, readSpansBeside } from './read-spans.js';
import {
  addRun,
  combineSpans,
  type Direction,
  findDetached,
  type LoadedSpans,
  readRest,
  type SpanRun,
  toFirstRun,
} from './span-runs.js';
import {
  SPAN_PAGE_SIZE,
  TraceProgressQuery,
  TraceQuery,
  type TraceSummary,
  type TreeSpan,
} from './trace-query.js';
import { prefetchSpan } from './use-span.js';

/** A trace with the spans loaded so far. */
export interface LoadedTrace {
  /** `null` if the trace does not exist; `undefined` while it loads. */
  trace: TraceSummary | null | undefined;
  loaded: LoadedSpans;
  error: RequestError | undefined;
  /** How many spans have been read that are not among the loaded ones yet. */
  pendingCount: number;
  /** Whether more spans are loading. */
  isLoadingMore: boolean;
  /** The error of the last spans that could not be loaded. */
  moreError: RequestError | undefined;
  /** Loads the spans next to a run, unless others are loading. */
  extend: (run: SpanRun, direction: Direction) => void;
  /** Loads all remaining spans, page by page. */
  loadAll: () => void;
  /** Loads the spans around a time, and returns the first from it on, or the last before. */
  loadAround: (time: string) => Promise<TreeSpan | undefined>;
  /** Reloads a trace that is still growing. */
  refresh: () => void;
}

/** A trace may grow for some minutes after its last span. */
const growthMs = 5 * 60_000;

function isYoung(endTime: string): boolean {
  return Date.now() - Date.parse(endTime) < growthMs;
}

/** The spans that were loaded after the first page. */
interface More {
  runs: readonly SpanRun[];
  loose: readonly TreeSpan[];
}

const NOTHING: More = { runs: [], loose: [] };

/** Loads a trace ahead, and its root span, which is shown first. */
export async function prefetchTrace(client: QueryClient, traceId: string): Promise<void> {
  const options = buildQueryOptions(TraceQuery, { traceId, first: SPAN_PAGE_SIZE });
  const { data } = await settleRequest(client.query(options));
  const rootId = data?.getTraceByOtelId?.rootSpan?.id;
  if (rootId) await prefetchSpan(client, rootId);
}

/**
 * Loads a trace by its OpenTelemetry ID: its spans by start, as many as the user looks at, and those
 * around the selected span. Keeps a growing trace up to date as long as it fits one page. Mount once
 * per trace, with a `key`.
 */
export function useTrace(traceId: string, selectedId: string | undefined): LoadedTrace {
  const { data, error, reload } = useGraphqlQuery(TraceQuery, { traceId, first: SPAN_PAGE_SIZE });
  const trace = data?.getTraceByOtelId;
  const [more, setMore] = useState(NOTHING);
  const [pendingCount, setPendingCount] = useState(0);
  const loaded = useMemo(() => {
    const first = trace && toFirstRun(trace.spans);
    return combineSpans(first ? addRun(more.runs, first) : more.runs, more.loose);
  }, [trace, more]);
  const latest = useRef(loaded);
  useEffect(() => {
    latest.current = loaded;
  }, [loaded]);

  const { run, isRunning, error: moreError } = useReading();

  /** Adds spans together with those above them, so that none moves in the tree later. */
  const add = useCallback(
    async (found: SpanRun | null, loose: readonly TreeSpan[], signal: AbortSignal) => {
      const spans = [...(found?.spans ?? []), ...loose];
      const isWhole = found?.isStart && found.isEnd;
      const known = new Set([...latest.current.spans, ...spans].map(({ spanId }) => spanId));
      const ancestors = isWhole
        ? []
        : await readAncestors(traceId, findDetached(spans, known), signal);
      setMore((now) => ({
        runs: found ? addRun(now.runs, found) : now.runs,
        loose: [...now.loose, ...loose, ...ancestors],
      }));
    },
    [traceId],
  );

  const extend = useCallback(
    (from: SpanRun, direction: Direction) =>
      void run(async (signal) => {
        await add(await readSpansBeside(traceId, from, direction, signal), [], signal);
      }, 'unless busy'),
    [run, add, traceId],
  );

  const loadAll = useCallback(
    () =>
      void run(async (signal) => {
        const { runs, spans } = latest.current;
        await readRest(runs.find(({ isStart }) => isStart) ?? null, spans.length, {
          readNext: (last) => readSpansBeside(traceId, last, 'forward', signal),
          onPending: setPendingCount,
          show: (found) => add(found, [], signal),
        });
      }),
    [run, add, traceId],
  );

  const loadAround = useCallback(
    (time: string) =>
      run(async (signal) => {
        const found = await readSpansAround(traceId, time, signal);
        await add(found, [], signal);
        const from = Date.parse(time);
        return (
          found?.spans.find((span) => Date.parse(span.startTime) >= from) ?? found?.spans.at(-1)
        );
      }),
    [run, add, traceId],
  );

  useMissingSpan(traceId, findMissing(selectedId, trace, loaded), run, add);

  const refresh = useCallback(() => {
    setMore(NOTHING);
    reload();
  }, [reload]);

  // Later pages of a large trace must not disappear while the user reads them.
  const canGrow = trace != null && more === NOTHING && loaded.isComplete && isYoung(trace.endTime);
  useChanges(TraceProgressQuery, { traceId }, canGrow, refresh);

  return {
    trace,
    loaded,
    error,
    pendingCount,
    isLoadingMore: isRunning,
    moreError,
    extend,
    loadAll,
    loadAround,
    refresh,
  };
}

/** Returns the ID of the selected span if it is not loaded, and there are spans left to load. */
function findMissing(
  selectedId: string | undefined,
  trace: TraceSummary | null | undefined,
  { isComplete, spans }: LoadedSpans,
): string | undefined {
  const isMissing = trace != null && !isComplete && !spans.some(({ id }) => id === selectedId);
  return isMissing ? selectedId : undefined;
}

/** Loads a span, and those around it. */
function useMissingSpan(
  traceId: string,
  spanId: string | undefined,
  run: ReturnType<typeof useReading>['run'],
  add: (found: SpanRun | null, loose: readonly TreeSpan[], signal: AbortSignal) => Promise<void>,
) {
  useEffect(() => {
    if (spanId === undefined) return;
    void run(async (signal) => {
      const span = await readSpan(traceId, spanId, signal);
      if (!span) return;
      const found = await readSpansAround(traceId, span.startTime, signal);
      await add(found, [span], signal);
    });
  }, [traceId, spanId, run, add]);
}

/** Reads something from the server. */
type Task<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Runs readings that add to what is shown, and reports whether any is running and the error of the
 * last one. Cancels them when the component unmounts.
 */
function useReading() {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<RequestError>();
  const count = useRef(0);
  const controller = useRef(new AbortController());
  useEffect(() => {
    const current = new AbortController();
    controller.current = current;
    return () => current.abort();
  }, []);

  const run = useCallback(
    async <T>(task: Task<T>, when?: 'unless busy'): Promise<T | undefined> => {
      if (when && count.current > 0) return undefined;
      const { signal } = controller.current;
      count.current += 1;
      setRunning(true);
      try {
        const result = await task(signal);
        setError(undefined);
        return result;
      } catch (problem) {
        if (!signal.aborted) setError(RequestError.from(problem));
        return undefined;
      } finally {
        count.current -= 1;
        setRunning(count.current > 0);
      }
    },
    [],
  );
  return { run, isRunning, error };
}
