import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { Direction, SpanRun } from '../api/span-runs.js';
import { usePrefetchSpan } from '../api/use-span.js';
import { GapRowView } from './gap-row.js';
import { TimeAxis } from './time-axis.js';
import { toTreeAction } from './tree-keys.js';
import { TreeRowView } from './tree-row.js';
import { useKeepPlace } from './use-keep-place.js';
import type { TraceTreeState } from './use-trace-tree.js';
import { getRowKey, type GapRow, isSpanRow } from './visible-rows.js';
import classes from './trace-tree.module.css';

/** Heights in pixels, with and without metrics and bars. */
const rowHeights = { full: 40, names: 28 };
const axisHeight = 24;
/** Rows that are rendered before they come into view. */
const overscan = 6;
/** Rows before which gaps are loaded. */
const loadAhead = 20;
/** Beyond this depth, indent guides would blur. */
const deepLevels = 40;

/** When the spans in view began, in microseconds since the epoch; null if there are none. */
export type SpansInView = { from: number; to: number } | null;

/** Loads the spans that the tree comes to. */
export interface TreeLoading {
  /** Loads the spans next to a run, unless others are loading. */
  extend: (run: SpanRun, direction: Direction) => void;
  /** Loads more matches of a search. */
  loadMoreFound: () => void;
  isLoading: boolean;
  /** Whether the last spans could not be loaded, so that the user must try again. */
  hasFailed: boolean;
}

interface TraceTreeProps {
  state: TraceTreeState;
  loading: TreeLoading;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  /** Called for Enter, which moves on to the detail. */
  onOpen: () => void;
  withMetrics: boolean;
  /** A span to scroll to, selected or not; a new object scrolls again. */
  goal: { id: string } | null;
  /** Renders what depends on the spans in view, above the tree. */
  renderOverview: (view: SpansInView) => ReactNode;
}

/** The spans of a trace as a tree with arrow key navigation. Renders only visible rows. */
export function TraceTree({
  state,
  loading,
  selectedId,
  onSelect,
  onOpen,
  ...shown
}: TraceTreeProps) {
  const { withMetrics, goal, renderOverview } = shown;
  const { rows, tree, scale, hits, isComplete, setExpanded, reveal } = state;
  const treeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const prefetch = usePrefetchSpan();
  const places = useMemo(() => new Map(rows.map((row, at) => [getRowKey(row), at])), [rows]);
  const current = places.get(selectedId ?? '') ?? -1;

  const axis = withMetrics ? axisHeight : 0;
  const rowHeight = withMetrics ? rowHeights.full : rowHeights.names;
  // A new function would make the virtualizer measure all rows again, in each frame of scrolling.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? getRowKey(row) : index;
    },
    [rows],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    // The axis stays visible above the rows.
    scrollMargin: axis,
    scrollPaddingStart: axis,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    // The row under the cursor is always rendered, because aria-activedescendant refers to it.
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      return current === -1 || inSight.includes(current)
        ? inSight
        : [...inSight, current].toSorted((a, b) => a - b);
    },
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, withMetrics]);
  const { direction, onScroll } = useKeepPlace(scroller, rows, { rowHeight, headerHeight: axis });

  const range = virtualizer.range;
  const { startIndex = 0, endIndex = -1 } = range ?? {};
  const load = (gap: GapRow) => {
    const { above, below } = gap;
    const canGoUp = below !== null && !below.isStart;
    const canGoDown = above !== null && !above.isEnd;
    if (canGoUp && (direction.current === 'backward' || !canGoDown)) {
      loading.extend(below, 'backward');
    } else if (canGoDown) {
      loading.extend(above, 'forward');
    }
  };
  const near = rows.slice(Math.max(0, startIndex - loadAhead), endIndex + 1 + loadAhead);
  const gap = near.find((row) => !isSpanRow(row));
  const isNearEnd = endIndex + loadAhead >= rows.length;
  useEffect(() => {
    if (loading.isLoading || loading.hasFailed) return;
    if (gap && !isSpanRow(gap)) load(gap);
    else if (isNearEnd) loading.loadMoreFound();
  });

  const isShown = current !== -1;
  const isSearch = hits !== null;
  const latest = useRef({ places, range, reveal });
  useEffect(() => {
    latest.current = { places, range, reveal };
  });
  // Spans that load elsewhere must not move the tree back to the selected one.
  useEffect(() => {
    const place = latest.current.places.get(selectedId ?? '');
    if (place === undefined) return;
    const { startIndex: from = -1, endIndex: to = -1 } = latest.current.range ?? {};
    const isNear = place >= from - 3 && place <= to + 3;
    virtualizer.scrollToIndex(place, { align: isNear ? 'auto' : 'center' });
  }, [virtualizer, selectedId, isShown, isSearch]);
  const isLoaded = tree.byId.has(selectedId ?? '');
  // The selection was made outside the tree, or the span has just loaded.
  useEffect(() => {
    if (selectedId !== undefined && isLoaded) latest.current.reveal(selectedId);
  }, [selectedId, isLoaded]);
  const goalPlace = goal && places.get(goal.id);
  const isGoalShown = goalPlace != null;
  useEffect(() => {
    const place = goal && latest.current.places.get(goal.id);
    if (place != null) virtualizer.scrollToIndex(place, { align: 'center' });
  }, [virtualizer, goal, isGoalShown]);

  const onClick = ({ target }: MouseEvent) => {
    const id = findSpanId(target);
    const row = id === null ? undefined : rows[places.get(id) ?? -1];
    const onChevron = target instanceof Element && target.closest('[data-toggle]') !== null;
    if (id === null) {
      const key =
        target instanceof Element && target.closest('[data-gap]')?.getAttribute('data-gap');
      const clicked = rows[places.get(key || '') ?? -1];
      if (clicked && !isSpanRow(clicked)) load(clicked);
    } else if (onChevron && isSpanRow(row)) setExpanded(id, !row.expanded);
    else onSelect(id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = toTreeAction(event.key, rows, current);
    const row = action ? rows[action.index] : undefined;
    if (!action || !isSpanRow(row)) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.type === 'move') onSelect(row.node.span.id);
    else if (action.type === 'open') onOpen();
    else setExpanded(row.node.span.id, action.type === 'expand');
  };

  const inView = rows.slice(startIndex, endIndex + 1).filter(isSpanRow);
  const starts = inView.map(({ node }) => node.start);
  return (
    <>
      {renderOverview(
        starts.length > 0 ? { from: Math.min(...starts), to: Math.max(...starts) } : null,
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        data-metrics={withMetrics || undefined}
        data-deep={tree.maxDepth > deepLevels || undefined}
        onScroll={onScroll}
        onPointerOver={({ target }) => prefetch(findSpanId(target))}
        onPointerLeave={() => prefetch(null)}
      >
        {withMetrics ? <TimeAxis scale={scale} /> : null}
        <div
          role="tree"
          aria-label="Spans"
          tabIndex={0}
          className={classes.tree}
          aria-activedescendant={isShown ? `${treeId}-${selectedId}` : undefined}
          onKeyDown={onKeyDown}
          onClick={onClick}
          style={
            {
              height: virtualizer.getTotalSize(),
              '--levels': Math.max(tree.maxDepth, 1),
            } as CSSProperties
          }
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const place = { top: item.start - axis, height: item.size };
            if (!isSpanRow(row)) {
              return (
                <GapRowView key={item.key} row={row} isAutomatic={!loading.hasFailed} {...place} />
              );
            }
            const { id } = row.node.span;
            return (
              <TreeRowView
                key={item.key}
                rowId={`${treeId}-${id}`}
                row={row}
                {...place}
                scale={scale}
                selected={id === selectedId}
                faded={hits !== null && !hits.has(id)}
                withMetrics={withMetrics}
                complete={isComplete}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Returns the ID of the span whose row contains an element. */
function findSpanId(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest('[data-span]') : null;
  return row?.getAttribute('data-span') ?? null;
}
