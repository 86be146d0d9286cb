import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Direction, SpanRun } from '../api/span-runs.js';
import { usePrefetchSpan } from '../api/use-span.js';
import { FoldedRowView } from './folded-row.js';
import { GapRowView } from './gap-row.js';
import { chooseExtension } from './gaps.js';
import { getFirst } from './internal-spans.js';
import {
  getBranch,
  getRowKey,
  type GapRow,
  isFoldedRow,
  isGapRow,
  isSpanRow,
  type Row,
} from './rows.js';
import { TimeAxis } from './time-axis.js';
import { toTreeAction } from './tree-keys.js';
import { type RowViewProps, TreeRowView } from './tree-row.js';
import { useTreeVirtualizer } from './use-tree-virtualizer.js';
import { useKeepPlace } from './use-keep-place.js';
import type { TraceTreeState } from './use-trace-tree.js';
import classes from './trace-tree.module.css';

/** Heights in pixels, with and without metrics and bars. */
const rowHeights = { full: 40, names: 28 };
const axisHeight = 24;
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
  const { rows, scale, maxDepth } = state;
  const treeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const prefetch = usePrefetchSpan();
  const places = useMemo(() => new Map(rows.map((row, at) => [getRowKey(row), at])), [rows]);
  const { cursor, current, act, onKeyDown } = useTreeCursor({
    state,
    places,
    selectedId,
    onSelect,
    onOpen,
  });

  const axis = withMetrics ? axisHeight : 0;
  const rowHeight = withMetrics ? rowHeights.full : rowHeights.names;
  const virtualizer = useTreeVirtualizer(scroller, state, {
    rowHeight,
    axisHeight: axis,
    places,
    cursor,
    selectedId,
    goal,
  });

  const { direction, onScroll } = useKeepPlace(scroller, rows, { rowHeight, headerHeight: axis });

  const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {};
  const load = useLoadingAhead(rows, { startIndex, endIndex }, loading, direction);
  const onClick = ({ target }: MouseEvent) => {
    const row = rows[places.get(findRowKey(target) ?? '') ?? -1];
    const isToggle = target instanceof Element && target.closest('[data-toggle]') !== null;
    if (row === undefined) return;
    if (isGapRow(row)) load(row);
    else if (!isToggle) act(row, 'select');
    else act(row, row.expanded ? 'collapse' : 'expand');
  };

  return (
    <>
      {renderOverview(findView(rows.slice(startIndex, endIndex + 1)))}
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
          aria-activedescendant={current !== -1 ? `${treeId}-${cursor}` : undefined}
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
            return row ? (
              <RowView
                key={item.key}
                row={row}
                rowId={`${treeId}-${item.key}`}
                isCurrent={item.key === cursor}
                isSelected={isSpanRow(row) && row.node.span.id === selectedId}
                isAutomatic={!loading.hasFailed}
                top={item.start - axis}
                height={item.size}
                withMetrics={withMetrics}
                state={state}
              />
            ) : null;
          })}
        </div>
      </div>
    </>
  );
}

interface TreeCursorOptions extends Pick<TraceTreeProps, 'selectedId' | 'onSelect' | 'onOpen'> {
  state: TraceTreeState;
  /** The positions of rows by their keys. */
  places: ReadonlyMap<string, number>;
}

/** Moves the cursor over the rows, and selects, opens, expands and collapses them. */
function useTreeCursor({ state, places, selectedId, onSelect, onOpen }: TreeCursorOptions) {
  const { rows, setExpanded, setOpen } = state;
  // A row of folded spans cannot be selected, so the cursor leaves the selected span for it.
  const [visited, setVisited] = useState<{ key: string; selectedId: string | undefined }>();
  const cursor =
    visited?.selectedId === selectedId && places.has(visited?.key ?? '')
      ? visited?.key
      : selectedId;
  const current = places.get(cursor ?? '') ?? -1;

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

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = toTreeAction(event.key, rows, current);
    const row = action ? rows[action.index] : undefined;
    if (!action || !row) return;
    event.preventDefault();
    event.stopPropagation();
    act(row, action.type === 'move' ? 'select' : action.type);
  };
  return { cursor, current, act, onKeyDown };
}

/**
 * Loads the gap near the rows in view or, near the end, more matches. Returns a function that loads
 * another gap.
 */
function useLoadingAhead(
  rows: readonly Row[],
  { startIndex, endIndex }: { startIndex: number; endIndex: number },
  loading: TreeLoading,
  direction: RefObject<Direction>,
): (gap: GapRow) => void {
  const load = (gap: GapRow) => {
    const extension = chooseExtension(gap, direction.current);
    if (extension) loading.extend(...extension);
  };
  const near = rows.slice(Math.max(0, startIndex - loadAhead), endIndex + 1 + loadAhead);
  const gap = near.find(isGapRow);
  const isNearEnd = endIndex + loadAhead >= rows.length;
  useEffect(() => {
    if (loading.isLoading || loading.hasFailed) return;
    if (gap) load(gap);
    else if (isNearEnd) loading.loadMoreFound();
  });
  return load;
}

/** Returns when the first and the last of the spans in rows began. */
function findView(rows: readonly Row[]): SpansInView {
  const starts = rows.flatMap((row) => {
    const branch = getBranch(row);
    return branch ? [getFirst(branch).start] : [];
  });
  return starts.length > 0 ? { from: Math.min(...starts), to: Math.max(...starts) } : null;
}

interface AnyRowProps extends Omit<RowViewProps, 'scale'> {
  row: Row;
  isSelected: boolean;
  /** Whether gaps fill by themselves. */
  isAutomatic: boolean;
  state: TraceTreeState;
}

function RowView({ row, isSelected, isAutomatic, state, ...place }: AnyRowProps) {
  const { scale, hits, isComplete } = state;
  if (isFoldedRow(row)) return <FoldedRowView row={row} scale={scale} {...place} />;
  if (!isSpanRow(row)) {
    const { top, height } = place;
    return <GapRowView row={row} isAutomatic={isAutomatic} top={top} height={height} />;
  }
  return (
    <TreeRowView
      row={row}
      scale={scale}
      {...place}
      selected={isSelected}
      faded={hits !== null && !hits.has(row.node.span.id)}
      complete={isComplete}
    />
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
