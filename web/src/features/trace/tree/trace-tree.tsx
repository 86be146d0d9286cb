import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { usePrefetchSpan } from '../api/use-span.js';
import { toTreeAction } from './tree-keys.js';
import { TreeRowView } from './tree-row.js';
import type { TraceTreeState } from './use-trace-tree.js';
import classes from './trace-tree.module.css';
import { formatDuration } from '../../../lib/format/numbers.js';
import { type TimeScale, toTicks } from './time-scale.js';

/** Heights in pixels, with and without metrics and bars. */
const rowHeight = { full: 40, names: 28 };
const axisHeight = 24;
/** Beyond this depth, indent guides would blur. */
const deepLevels = 40;

interface TraceTreeProps {
  state: TraceTreeState;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  /** Called for Enter, which moves on to the detail. */
  onOpen: () => void;
  withMetrics: boolean;
  /** Whether every span is loaded. */
  complete: boolean;
}

/** The spans of a trace as a tree with arrow key navigation. Renders only visible rows. */
export function TraceTree({ state, selectedId, onSelect, onOpen, ...shown }: TraceTreeProps) {
  const { withMetrics, complete } = shown;
  const { rows, tree, scale, search, setExpanded, reveal } = state;
  const treeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const prefetch = usePrefetchSpan();
  const current = useMemo(
    () => rows.findIndex((row) => row.node.span.id === selectedId),
    [rows, selectedId],
  );

  const axis = withMetrics ? axisHeight : 0;
  const virtualizer = useVirtualizer({
    count: rows.length,
    // The axis stays visible above the rows.
    scrollMargin: axis,
    scrollPaddingStart: axis,
    getScrollElement: () => scroller.current,
    estimateSize: () => (withMetrics ? rowHeight.full : rowHeight.names),
    getItemKey: (index) => rows[index]?.node.span.id ?? index,
    overscan: 12,
    // The row under the cursor is always rendered, because aria-activedescendant refers to it.
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      return current === -1 || inSight.includes(current)
        ? inSight
        : [...inSight, current].toSorted((a, b) => a - b);
    },
  });

  useEffect(() => virtualizer.measure(), [virtualizer, withMetrics]);
  useRevealSelected(selectedId, tree.byId.size, reveal);
  useEffect(() => {
    if (current === -1) return;
    const { startIndex = -1, endIndex = -1 } = virtualizer.range ?? {};
    const near = current >= startIndex - 3 && current <= endIndex + 3;
    virtualizer.scrollToIndex(current, { align: near ? 'auto' : 'center' });
  }, [virtualizer, current]);

  const onClick = ({ target }: MouseEvent) => {
    const id = findSpanId(target);
    if (id === null) return;
    const row = rows.find((candidate) => candidate.node.span.id === id);
    const onChevron = target instanceof Element && target.closest('[data-toggle]') !== null;
    if (onChevron && row) setExpanded(id, !row.expanded);
    else onSelect(id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = toTreeAction(event.key, rows, current);
    const row = action && rows[action.index];
    if (!row) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.type === 'move') onSelect(row.node.span.id);
    else if (action.type === 'open') onOpen();
    else setExpanded(row.node.span.id, action.type === 'expand');
  };

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-metrics={withMetrics || undefined}
      data-deep={tree.maxDepth > deepLevels || undefined}
      onPointerOver={({ target }) => prefetch(findSpanId(target))}
      onPointerLeave={() => prefetch(null)}
    >
      {withMetrics ? <TimeAxis scale={scale} /> : null}
      <div
        role="tree"
        aria-label="Spans"
        tabIndex={0}
        className={classes.tree}
        aria-activedescendant={current === -1 ? undefined : `${treeId}-${current}`}
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
          const { id } = row.node.span;
          return (
            <TreeRowView
              key={item.key}
              rowId={`${treeId}-${item.index}`}
              row={row}
              top={item.start - axis}
              height={item.size}
              scale={scale}
              selected={id === selectedId}
              faded={search !== null && !search.hits.has(id)}
              withMetrics={withMetrics}
              complete={complete}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns the ID of the span whose row contains an element. */
function findSpanId(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest('[data-span]') : null;
  return row?.getAttribute('data-span') ?? null;
}

/**
 * Expands the ancestors of the selected span if the selection was made outside the tree or its page
 * has just loaded.
 */
function useRevealSelected(
  selectedId: string | undefined,
  loadedCount: number,
  reveal: (id: string) => void,
): void {
  const latest = useRef(reveal);
  useEffect(() => {
    latest.current = reveal;
  });
  useEffect(() => {
    if (selectedId !== undefined && loadedCount > 0) latest.current(selectedId);
  }, [selectedId, loadedCount]);
}

/** The time axis of the bars below, from the start of the trace. */
function TimeAxis({ scale }: { scale: TimeScale }) {
  const total = scale.length / 1000;
  // A label needs space to the right of its tick.
  const ticks = toTicks(scale).filter((ms) => ms / total < 0.92);
  return (
    <div className={`${classes.axis} numeric`} aria-hidden>
      <div className={classes.axisTrack}>
        {ticks.map((ms) => (
          <span key={ms} className={classes.tick} style={{ left: `${(ms / total) * 100}%` }}>
            {ms === 0 ? '0' : formatDuration(ms)}
          </span>
        ))}
      </div>
    </div>
  );
}
