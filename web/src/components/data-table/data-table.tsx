import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { Skeleton } from '@mantine/core';
import { DataRow } from './data-row.js';
import classes from './data-table.module.css';
import { HeaderCell } from './header-cell.js';
import type { DataColumn, SortParam } from './columns.js';
import type { ColumnLayout } from './use-column-layout.js';
import { useKeepPlace } from './use-keep-place.js';
import { useRowKeys } from './use-row-keys.js';

/** The height of every row in pixels; the style sheet and the virtualizer must agree on it. */
export const ROW_HEIGHT = 38;
const MIN_WIDTH = 60;

const features = tableFeatures({
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

interface DataTableProps<Row> {
  /** The scrolling element, for callers that scroll it. */
  scroller?: RefObject<HTMLDivElement | null>;
  /** The name of the table for screen readers. */
  label: string;
  layout: ColumnLayout<Row>;
  rows: readonly Row[];
  /** Absent if no column can be sorted. */
  sort?: SortParam;
  onSort?: (sort: SortParam) => void;
  /** Opens a row, like the link in its required cell. Absent if rows have no details to open. */
  onOpen?: ((row: Row) => void) | undefined;
  /** The open row. */
  activeId?: string | undefined;
  isLoading: boolean;
  isLoadingMore?: boolean | undefined;
  onEndReached?: (() => void) | undefined;
  /** Called when the user scrolls away from the top or back to it. */
  onTopChange?: (atTop: boolean) => void;
  /** Shown if there are no rows. */
  empty: ReactNode;
}

/**
 * A table of any length: it renders only visible rows, loads more near the end, and keeps your
 * scroll position when new rows arrive above. Arrow keys move between row links.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { layout, rows, sort = '', onSort = ignoreSort, onOpen, activeId, isLoading } = props;
  const { onEndReached, onTopChange } = props;
  const ownScroller = useRef<HTMLDivElement>(null);
  const scroller = props.scroller ?? ownScroller;
  const table = useResizableTable(layout, rows);
  const byId = useMemo(() => new Map(layout.all.map((item) => [item.id, item])), [layout.all]);
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const columns = useMemo(
    () => layout.shown.flatMap((id) => byId.get(id) ?? []),
    [layout.shown, byId],
  );

  // A new function would make the virtualizer measure all rows again, in each frame of scrolling.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey,
    overscan: 12,
    // The sticky header covers this much of the table.
    scrollPaddingEnd: 34,
  });
  useKeepPlace(scroller, rows, ROW_HEIGHT);

  const activeIndex = activeId === undefined ? -1 : rows.findIndex((row) => row.id === activeId);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, virtualizer]);

  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastIndex >= rows.length - 15 && rows.length > 0) onEndReached?.();
  }, [lastIndex, rows.length, onEndReached]);

  useRowKeys(scroller, rows.length, (index) => virtualizer.scrollToIndex(index));

  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const minWidth = columns.reduce((sum, item) => sum + getWidth(item, layout.widths), 0);
  const isEmpty = !isLoading && rows.length === 0;

  return (
    <section
      aria-label={props.label}
      ref={scroller}
      className={classes.scroller}
      onScroll={(event) => onTopChange?.(event.currentTarget.scrollTop < ROW_HEIGHT)}
    >
      {isEmpty ? (
        props.empty
      ) : (
        <table className={classes.table} style={{ minWidth }}>
          <ColumnWidths columns={columns} widths={layout.widths} />
          <thead>
            <tr>
              {headers.map((header, index) => {
                const column = byId.get(header.column.id);
                return column ? (
                  <HeaderCell
                    key={column.id}
                    column={column}
                    sort={sort}
                    onSort={onSort}
                    isFirst={index === 0}
                    onResizeStart={header.getResizeHandler()}
                  />
                ) : null;
              })}
            </tr>
          </thead>
          <tbody>
            {isLoading ? <SkeletonRows columns={columns} /> : null}
            {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
            {items.map((item) => {
              const row = rows[item.index];
              return row ? (
                <DataRow
                  key={row.id}
                  row={row}
                  index={item.index}
                  columns={columns}
                  isActive={row.id === activeId}
                  onOpen={onOpen}
                />
              ) : null;
            })}
            {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
            {props.isLoadingMore ? <SkeletonRows columns={columns} count={3} /> : null}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Returns the table that resizes columns as users drag their borders. */
function useResizableTable<Row extends { id: string }>(
  layout: ColumnLayout<Row>,
  rows: readonly Row[],
) {
  const columns = useMemo(
    () =>
      layout.all.map((column) => ({
        id: column.id,
        header: column.header,
        size: column.width,
        minSize: MIN_WIDTH,
      })),
    [layout.all],
  );
  return useTable<typeof features, Row>({
    features,
    columns,
    data: rows,
    getRowId: (row) => row.id,
    columnResizeMode: 'onChange',
    state: {
      columnSizing: layout.widths,
      columnOrder: [...layout.shown],
      columnVisibility: Object.fromEntries(
        layout.all.map((column) => [column.id, layout.shown.includes(column.id)]),
      ),
    },
    onColumnSizingChange: (change) =>
      layout.setWidths(typeof change === 'function' ? change(layout.widths) : change),
  });
}

interface ColumnWidthsProps<Row> {
  columns: readonly DataColumn<Row>[];
  widths: Readonly<Record<string, number>>;
}

/** The widths of the columns; if none grows, an empty column takes the rest. */
function ColumnWidths<Row>({ columns, widths }: ColumnWidthsProps<Row>) {
  return (
    <colgroup>
      {columns.map((column) => (
        <col key={column.id} style={{ width: getFixedWidth(column, widths) }} />
      ))}
      {columns.some((item) => isGrowing(item, widths)) ? null : <col />}
    </colgroup>
  );
}

function ignoreSort(): void {
  return undefined;
}

function isGrowing<Row>(
  column: DataColumn<Row>,
  widths: Readonly<Record<string, number>>,
): boolean {
  return column.grow === true && widths[column.id] === undefined;
}

function getWidth<Row>(column: DataColumn<Row>, widths: Readonly<Record<string, number>>): number {
  return widths[column.id] ?? column.width;
}

function getFixedWidth<Row>(column: DataColumn<Row>, widths: Readonly<Record<string, number>>) {
  return isGrowing(column, widths) ? undefined : getWidth(column, widths);
}

/** Row-sized placeholders, shown while the rows load. */
function SkeletonRows<Row>({
  columns,
  count = 12,
}: {
  columns: readonly DataColumn<Row>[];
  count?: number;
}) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} className={classes.skeletonRow} aria-hidden>
      {columns.map((column) => (
        <td key={column.id}>
          <Skeleton height={10} width={column.numeric ? '50%' : '70%'} radius="xs" />
        </td>
      ))}
    </tr>
  ));
}
