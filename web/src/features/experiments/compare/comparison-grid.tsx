import { Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useRowKeys } from '../../../components/data-table/use-row-keys.js';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import type { ComparisonRow } from '../api/comparison.js';
import classes from './comparison-grid.module.css';
import { GridRow } from './grid-row.js';
import { GridHead } from './grid-head.js';
import type { Directions } from './runs.js';

/** The height of a row before it is rendered, in pixels. */
const ESTIMATE = 190;
const HEAD = 88;

interface ComparisonGridProps {
  experiments: readonly ComparedExperiment[];
  rows: readonly ComparisonRow[];
  /** The names of the scores, in order. */
  scores: readonly string[];
  repetition: number;
  directions: Directions;
  activeId: string | undefined;
  isLoading: boolean;
  isLoadingMore: boolean;
  onEndReached: () => void;
  onOpen: (exampleId: string) => void;
  onFilter: (condition: string) => void;
  empty: ReactNode;
}

/**
 * A row for each example and a column for each experiment. Renders only visible rows. Input and
 * reference stay in place while the rest scrolls sideways.
 */
export function ComparisonGrid(props: ComparisonGridProps) {
  const { experiments, rows, scores, repetition, directions, activeId, onEndReached } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATE,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 4,
    scrollPaddingStart: HEAD,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastIndex >= rows.length - 6 && rows.length > 0) onEndReached();
  }, [lastIndex, rows.length, onEndReached]);
  useRowKeys(scroller, rows.length, (index) => virtualizer.scrollToIndex(index));

  const activeIndex = rows.findIndex(({ example }) => example.id === activeId);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, virtualizer]);

  if (!props.isLoading && rows.length === 0) return props.empty;
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <section ref={scroller} className={classes.scroller} aria-label="Comparison">
      <table
        className={classes.table}
        style={{ '--experiments': experiments.length } as CSSProperties}
      >
        <GridHead experiments={experiments} scores={scores} onFilter={props.onFilter} />
        <tbody>
          {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
          {items.map((item) => {
            const row = rows[item.index];
            return row ? (
              <GridRow
                key={row.id}
                ref={virtualizer.measureElement}
                index={item.index}
                row={row}
                experiments={experiments}
                repetition={repetition}
                directions={directions}
                isActive={row.example.id === activeId}
                onOpen={props.onOpen}
                onFilter={props.onFilter}
              />
            ) : null;
          })}
          {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
          {props.isLoading || props.isLoadingMore ? (
            <SkeletonRows columns={experiments.length + 2} />
          ) : null}
        </tbody>
      </table>
    </section>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 3 }, (_row, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_cell, cell) => (
        <td key={cell}>
          <Skeleton height={10} width="80%" mb={8} />
          <Skeleton height={10} width="60%" mb={8} />
          <Skeleton height={10} width="70%" />
        </td>
      ))}
    </tr>
  ));
}
