import { memo } from 'react';
import { isPlainClick } from '../../lib/browser/plain-click.js';
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

/**
 * A row of the table. Scrolling renders the table on every frame, so unchanged rows must cost
 * nothing.
 */
export const DataRow = memo(PlainDataRow) as typeof PlainDataRow;
