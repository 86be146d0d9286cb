import { useMemo } from 'react';
import { SelectAllBox, SelectRowBox, useRowSelection } from './row-selection.js';
import classes from './row-checkboxes.module.css';
import type { DataColumn } from './columns.js';

/** The width of a check box and the gap after it, in pixels. */
const BOX_WIDTH = 24;

interface SelectedRows<Row> {
  /** The columns; the first one has a check box in each row. */
  columns: readonly DataColumn<Row>[];
  /** The selected rows, without those that have been deleted or filtered out. */
  chosen: readonly Row[];
  clear: () => void;
}

/**
 * Lets the user select rows with check boxes, and ranges with Shift.
 * @param getName returns the name of a row; absent if rows cannot be selected.
 */
export function useSelectedRows<Row extends { id: string }>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  getName: ((row: Row) => string) | undefined,
): SelectedRows<Row> {
  const order = useMemo(() => rows.map((row) => row.id), [rows]);
  const selection = useRowSelection(order);
  const chosen = getName ? rows.filter((row) => selection.selected.has(row.id)) : [];
  const withBoxes = useMemo(() => {
    const [first, ...rest] = columns;
    if (!getName || !first) return columns;
    const boxed: DataColumn<Row> = {
      ...first,
      width: first.width + BOX_WIDTH,
      headerStart: <SelectAllBox selection={selection} label="Select all listed rows" />,
      cell: (row) => (
        <span className={classes.cell}>
          <SelectRowBox selection={selection} id={row.id} name={getName(row)} />
          {first.cell(row)}
        </span>
      ),
    };
    return [boxed, ...rest];
  }, [columns, getName, selection]);
  return { columns: withBoxes, chosen, clear: selection.clear };
}
