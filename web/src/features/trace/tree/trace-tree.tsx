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
  useState,
} from 'react';
import type { Direction, SpanRun } from '../api/span-runs.js';
import { usePrefetchSpan } from '../api/use-span.js';
import { FoldedRowView } from './folded-row.js';
import { GapRowView } from './gap-row.js';
import { getFirst } from './internal-spans.js';
import {
  findFolded,
  getBranch,
  getRowKey,
  type GapRow,
  isFoldedRow,
  isSpanRow,
  type Row,
} from './rows.js';
import { TimeAxis } from './time-axis.js';
import { toTreeAction } from './tree-keys.js';
import { TreeRowView } from './tree-row.js';
import { useKeepPlace } from './use-keep-place.js';
import type { TraceTreeState } from './use-trace-tree.js';
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
  const { rows, tree, scale, hits, maxDepth, isComplete, setExpanded, setOpen, reveal } = state;
  const treeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const prefetch = usePrefetchSpan();
  const places = useMemo(() => new Map(rows.map((row, at) => [getRowKey(row), at])), [rows]);
  // A row of folded spans cannot be selected, so the cursor leaves the selected span for it.
  const [visited, setVisited] = useState<{ key: string; selectedId: string | undefined }>();
  const cursor =
    visited?.selectedId === selectedId && places.has(visited?.key ?? '')
      ? visited?.key
      : selectedId;
  const current = places.get(cursor ?? '') ?? -1;

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
  const gap = near.find((row): row is GapRow => getBranch(row) === undefined);
  const isNearEnd = endIndex + loadAhead >= rows.length;
  useEffect(() => {
    if (loading.isLoading || loading.hasFailed) return;
    if (gap) load(gap);
    else if (isNearEnd) loading.loadMoreFound();
  });

  const isShown = current !== -1;
  const isSearch = hits !== null;
  const goalPlace = useMemo(
    () => goal && (places.get(goal.id) ?? findFolded(rows, tree.byId.get(goal.id))),
    [goal, places, rows, tree],
  );
  const latest = useRef({ places, range, reveal, goalPlace });
  useEffect(() => {
    latest.current = { places, range, reveal, goalPlace };
  });
  // Spans that load elsewhere must not move the tree back to the selected one.
  useEffect(() => {
    const place = latest.current.places.get(cursor ?? '');
    if (place === undefined) return;
    const { startIndex: from = -1, endIndex: to = -1 } = latest.current.range ?? {};
    const isNear = place >= from - 3 && place <= to + 3;
    virtualizer.scrollToIndex(place, { align: isNear ? 'auto' : 'center' });
  }, [virtualizer, cursor, isShown, isSearch]);
  const isLoaded = tree.byId.has(selectedId ?? '');
  // The selection was made outside the tree, the span has just loaded, or others are hidden now.
  useEffect(() => {
    if (selectedId === undefined || !isLoaded) return;
    if (!latest.current.places.has(selectedId)) latest.current.reveal(selectedId);
  }, [selectedId, isLoaded, isSearch, state.withInternal]);
  const isGoalShown = goalPlace != null;
  useEffect(() => {
    const place = latest.current.goalPlace;
    if (goal && place != null) virtualizer.scrollToIndex(place, { align: 'center' });
  }, [virtualizer, goal, isGoalShown]);

  const act = (row: Row, action: 'select' | 'open' | 'expand' | 'collapse') => {
    if (isFoldedRow(row)) {
      setVisited({ key: row.key, selectedId });
      if (action !== 'select') setOpen(row.folded, action === 'expand');
    } else if (isSpanRow(row)) {
      const { id } = row.node.span;
      setVisited(undefined);
      if (action === 'select') onSelect(id);
      else if (action === 'open') onOpen();
      else setExpanded(id, action === 'expand');
    }
  };

  const onClick = ({ target }: MouseEvent) => {
    const row = rows[places.get(findRowKey(target) ?? '') ?? -1];
    const isToggle = target instanceof Element && target.closest('[data-toggle]') !== null;
    if (row === undefined) return;
    if (!isSpanRow(row) && !isFoldedRow(row)) load(row);
    else if (!isToggle) act(row, 'select');
    else act(row, row.expanded ? 'collapse' : 'expand');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = toTreeAction(event.key, rows, current);
    const row = action ? rows[action.index] : undefined;
    if (!action || !row) return;
    event.preventDefault();
    event.stopPropagation();
    act(row, action.type === 'move' ? 'select' : action.type);
  };

  const starts = rows.slice(startIndex, endIndex + 1).flatMap((row) => {
    const branch = getBranch(row);
    return branch ? [getFirst(branch).start] : [];
  });
  return (
    <>
      {renderOverview(
        starts.length > 0 ? { from: Math.min(...starts), to: Math.max(...starts) } : null,
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        data-metrics={withMetrics || undefined}
        data-deep={maxDepth > deepLevels || undefined}
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
          aria-activedescendant={isShown ? `${treeId}-${cursor}` : undefined}
          onKeyDown={onKeyDown}
          onClick={onClick}
          style={
            {
              height: virtualizer.getTotalSize(),
              '--levels': Math.max(maxDepth, 1),
            } as CSSProperties
          }
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const place = { top: item.start - axis, height: item.size };
            if (!isSpanRow(row) && !isFoldedRow(row)) {
              return (
                <GapRowView key={item.key} row={row} isAutomatic={!loading.hasFailed} {...place} />
              );
            }
            const shared = {
              rowId: `${treeId}-${item.key}`,
              isCurrent: item.key === cursor,
              ...place,
              scale,
              withMetrics,
            };
            if (isFoldedRow(row)) return <FoldedRowView key={item.key} row={row} {...shared} />;
            const { id } = row.node.span;
            return (
              <TreeRowView
                key={item.key}
                row={row}
                {...shared}
                selected={id === selectedId}
                faded={hits !== null && !hits.has(id)}
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

/** Returns the key of the row that contains an element. */
function findRowKey(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest('[data-row]') : null;
  return row?.getAttribute('data-row') ?? findSpanId(target);
}
