import { memo, type MouseEvent } from 'react';
import classes from './data-table.module.css';
import type { DataColumn } from './columns.js';

interface DataRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly DataColumn<Row>[];
  isActive: boolean;
  onOpen: ((row: Row) => void) | undefined;
}

function PlainDataRow<Row>({ row, index, columns, isActive, onOpen }: DataRowProps<Row>) {
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-opens={onOpen ? true : undefined}
      data-active={isActive || undefined}
      onClick={(event) => {
        if (isPlainClick(event)) onOpen?.(row);
      }}
    >
      {columns.map((column, place) => (
        <td
          key={column.id}
          className={place === 0 ? classes.firstCell : undefined}
          data-numeric={column.numeric}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** One row. Scrolling renders the table on every frame, so unchanged rows must cost nothing. */
export const DataRow = memo(PlainDataRow) as typeof PlainDataRow;

/** Links and buttons in a row have their own actions, and selecting text is not a click. */
function isPlainClick(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('a, button, input, select, label, [role="menuitem"]')) return false;
  return event.button === 0 && (getSelection()?.isCollapsed ?? true);
}
