import { Tooltip, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import classes from './data-table.module.css';
import { type DataColumn, toggleSort, readSort, type SortParam } from './columns.js';

interface HeaderCellProps<Row> {
  column: DataColumn<Row>;
  sort: SortParam;
  onSort: (sort: SortParam) => void;
  isFirst: boolean;
  onResizeStart: (event: unknown) => void;
}

/**
 * A column header: sorts when clicked, shows the direction, and can be resized at its right edge.
 */
export function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { column, sort, onSort, isFirst, onResizeStart } = props;
  const { col, dir } = readSort(sort);
  const isSorted = column.sortKey !== undefined && column.sortKey === col;
  const Arrow = dir === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={isFirst ? classes.firstCell : undefined}
      data-numeric={column.numeric}
      aria-sort={isSorted ? (dir === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {column.headerStart ? (
        <span className={classes.headerStart}>{column.headerStart}</span>
      ) : null}
      {column.sortKey === undefined ? (
        <span className={classes.headerText} title={column.tip}>
          {column.header === '' ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.header}
        </span>
      ) : (
        <Tooltip
          label={column.tip}
          disabled={column.tip === undefined}
          multiline
          maw={320}
          events={{ hover: true, focus: true, touch: true }}
        >
          <button
            type="button"
            className={classes.sort}
            data-sorted={isSorted || undefined}
            onClick={() => onSort(toggleSort(sort, column.sortKey ?? ''))}
          >
            <span className={classes.headerText}>{column.header}</span>
            <Arrow size={13} aria-hidden className={classes.arrow} />
          </button>
        </Tooltip>
      )}
      <button
        type="button"
        className={classes.resizer}
        aria-hidden
        tabIndex={-1}
        onMouseDown={onResizeStart}
        onTouchStart={onResizeStart}
      />
    </th>
  );
}
