import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import classes from './data-table.module.css';
import { type DataColumn, nextSort, readSort, type SortParam } from './types.js';

const STEP = 16;

interface HeaderCellProps<Row> {
  column: DataColumn<Row>;
  sort: SortParam;
  onSort: (sort: SortParam) => void;
  isFirst: boolean;
  width: number;
  onResizeStart: (event: unknown) => void;
  onResize: (width: number) => void;
}

/** A column header: sorts when pressed, shows the direction, and is resized at its right edge. */
export function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { column, sort, onSort, isFirst, width, onResizeStart, onResize } = props;
  const { col, dir } = readSort(sort);
  const isSorted = column.sortKey !== undefined && column.sortKey === col;
  const Arrow = dir === 'asc' ? ArrowUp : ArrowDown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    onResize(width + (event.key === 'ArrowLeft' ? -STEP : STEP));
  };
  return (
    <th
      scope="col"
      className={isFirst ? classes.firstCell : undefined}
      data-numeric={column.numeric}
      aria-sort={isSorted ? (dir === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {column.sortKey === undefined ? (
        <span className={classes.headerText}>{column.header}</span>
      ) : (
        <button
          type="button"
          className={classes.sort}
          data-sorted={isSorted || undefined}
          onClick={() => onSort(nextSort(sort, column.sortKey ?? ''))}
        >
          <span className={classes.headerText}>{column.header}</span>
          <Arrow size={13} aria-hidden className={classes.arrow} />
        </button>
      )}
      <button
        type="button"
        className={classes.resizer}
        aria-label={`Width of ${column.label ?? column.header}; arrow keys change it`}
        tabIndex={-1}
        onMouseDown={onResizeStart}
        onTouchStart={onResizeStart}
        onKeyDown={onKeyDown}
      />
    </th>
  );
}
