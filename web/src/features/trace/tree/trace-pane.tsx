import { useDebouncedCallback, useLocalStorage } from '@mantine/hooks';
import { SearchX } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { isOverlayOpen } from '../../../lib/browser/overlays.js';
import { toMicroseconds } from '../../../lib/time/time.js';
import { toFindFilter, type Find } from '../api/find-filter.js';
import type { TraceSummary, TreeSpan } from '../api/trace-query.js';
import { useFoundSpans } from '../api/use-found-spans.js';
import { useSpanMatches } from '../api/use-span-matches.js';
import type { LoadedTrace } from '../api/use-trace.js';
import { Minimap, type TimePart } from './minimap.js';
import { isSpanRow, type TreeRow } from './rows.js';
import { type SpansInView, TraceTree } from './trace-tree.js';
import { TreeToolbar } from './tree-toolbar.js';
import { type TraceTreeState, useTraceTree } from './use-trace-tree.js';
import classes from './trace-pane.module.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTraceSearch } from '../search.js';

/** A smaller trace is seen as a whole without an overview. */
const OVERVIEW_FROM = 100;

/** Waits until the pointer rests on the overview, so that dragging loads only where it stops. */
const restMs = 120;

interface TracePaneProps {
  loaded: LoadedTrace;
  trace: TraceSummary;
  /** The selected span, as far as it is known. */
  selected: TreeSpan | undefined;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  onOpen: () => void;
}

/** The tree with its toolbar. `/` focuses the search from anywhere, except while typing. */
export function TracePane(props: TracePaneProps) {
  const { loaded, trace, selected, selectedId, onSelect, onOpen } = props;
  const { traceId } = trace;
  const [find, onFind] = useFind();
  const filter = toFindFilter(find);
  const found = useFoundSpans(traceId, filter);
  const matches = useSpanMatches(traceId, selected?.spanId, filter);
  const matched = matches.position === null ? null : (selectedId ?? null);
  const [withInternal, setWithInternal] = useLocalStorage({
    key: 'spandrel-tree-internal',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const state = useTraceTree(loaded.loaded, found, matched, { times: trace, withInternal });
  const searchRef = useRef<HTMLInputElement>(null);
  const paneRef = useRef<HTMLDivElement>(null);
  const [withMetrics, setWithMetrics] = useLocalStorage({
    key: 'spandrel-tree-metrics',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const focusTree = () => {
    paneRef.current?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
    const first = state.rows.find((row) => isSpanRow(row) && state.hits?.has(row.node.span.id));
    if (isSpanRow(first)) onSelect(first.node.span.id);
  };
  const goToMatch = (direction: 'next' | 'previous') => {
    void matches.step(direction).then((id) => {
      if (id !== undefined) onSelect(id);
    });
  };
  const [goal, goTo] = useTimeGoal(loaded, state, trace);
  useSearchKey(searchRef);
  useTakeFocus(paneRef);

  return (
    <div ref={paneRef} className={classes.pane}>
      <TreeToolbar
        state={state}
        find={find}
        onFind={onFind}
        matches={matches}
        onStep={goToMatch}
        searchRef={searchRef}
        withMetrics={withMetrics}
        onToggleMetrics={() => setWithMetrics(!withMetrics)}
        onToggleInternal={() => setWithInternal(!withInternal)}
        onDone={focusTree}
      />
      {found?.error ? (
        <ErrorState error={found.error} onRetry={found.retry} />
      ) : state.rows.length === 0 ? (
        found?.isLoading ? null : (
          <EmptyState icon={SearchX} title="No spans match">
            Search matches names, error messages, kinds (llm, tool, …), statuses (error) and IDs.
          </EmptyState>
        )
      ) : (
        <TraceTree
          state={state}
          loading={{
            extend: loaded.extend,
            loadMoreFound: () => found?.loadMore(),
            isLoading: loaded.isLoadingMore || (found?.isLoading ?? false),
            hasFailed: loaded.moreError !== undefined,
          }}
          selectedId={selectedId}
          onSelect={onSelect}
          onOpen={onOpen}
          withMetrics={withMetrics}
          goal={goal}
          renderOverview={(inView) =>
            trace.numSpans < OVERVIEW_FROM ? null : (
              <Minimap
                traceId={traceId}
                numSpans={trace.numSpans}
                errorCount={trace.errorCount}
                view={toPart(trace, inView)}
                onGo={goTo}
              />
            )
          }
        />
      )}
    </div>
  );
}

/** Returns the part of a trace’s time in which spans began. */
function toPart(trace: TraceSummary, inView: SpansInView): TimePart {
  const { start, length } = toTimes(trace);
  if (!inView) return { from: 0, to: 0 };
  const clamp = (time: number) => Math.min(Math.max((time - start) / length, 0), 1);
  return { from: clamp(inView.from), to: clamp(inView.to) };
}

function toTimes(trace: TraceSummary): { start: number; length: number } {
  const start = toMicroseconds(trace.startTime);
  return { start, length: Math.max(toMicroseconds(trace.endTime) - start, 1) };
}

/**
 * Returns the span to scroll to, and a function that chooses it by a fraction of the trace’s time. If
 * no spans of that time are loaded, it loads them.
 */
function useTimeGoal(
  { loaded, loadAround }: LoadedTrace,
  { rows, hits }: TraceTreeState,
  trace: TraceSummary,
): [{ id: string } | null, (fraction: number) => void] {
  const [goal, setGoal] = useState<{ id: string } | null>(null);
  const loadLater = useDebouncedCallback(async (time: string) => {
    const span = await loadAround(time);
    if (span) setGoal({ id: span.id });
  }, restMs);
  const goTo = (fraction: number) => {
    const { start, length } = toTimes(trace);
    const time = start + fraction * length;
    const isLoaded =
      hits !== null ||
      loaded.isComplete ||
      loaded.runs.some(({ spans }) => {
        const [first, last] = [spans[0], spans.at(-1)];
        return (
          first &&
          last &&
          toMicroseconds(first.startTime) <= time &&
          time <= toMicroseconds(last.startTime)
        );
      });
    if (!isLoaded) {
      loadLater(new Date(time / 1000).toISOString());
      return;
    }
    let nearest: TreeRow | undefined;
    const distance = (row: TreeRow) => Math.abs(row.node.start - time);
    for (const row of rows) {
      if (isSpanRow(row) && (!nearest || distance(row) < distance(nearest))) nearest = row;
    }
    if (nearest) setGoal({ id: nearest.node.span.id });
  };
  return [goal, goTo];
}

function useSearchKey(searchRef: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const typing =
        target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]');
      if (
        event.key !== '/' ||
        typing ||
        isOverlayOpen() ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      // A list behind the trace may use `/`, too.
      event.preventDefault();
      event.stopPropagation();
      searchRef.current?.focus();
      searchRef.current?.select();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [searchRef]);
}

/** Focuses the tree, so that arrow keys work immediately, unless something else has the focus. */
function useTakeFocus(paneRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    const pane = paneRef.current;
    if (activeElement && activeElement !== document.body && !activeElement.contains(pane)) return;
    pane?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
  }, [paneRef]);
}

/** Returns what the URL says is being looked for in the tree, and a function that changes it. */
function useFind(): [Find, (part: Partial<Find>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { find = '', findKinds = [], findStatuses = [] } = readTraceSearch(search);
  const change = (part: Partial<Find>) => {
    const { text, kinds, statuses } = {
      text: find,
      kinds: findKinds,
      statuses: findStatuses,
      ...part,
    };
    void navigate({
      to: '.',
      search: (now) => ({
        ...now,
        find: text.trim() === '' ? undefined : text,
        findKinds: kinds.length > 0 ? kinds : undefined,
        findStatuses: statuses.length > 0 ? statuses : undefined,
      }),
      replace: true,
    });
  };
  return [{ text: find, kinds: findKinds, statuses: findStatuses }, change];
}
