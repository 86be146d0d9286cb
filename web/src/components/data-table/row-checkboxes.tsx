import { Checkbox } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { NOTHING_SELECTED, toggleAll, toggleRow } from './selection.js';
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
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const order = useMemo(() => rows.map((row) => row.id), [rows]);
  const chosen = getName ? rows.filter((row) => selection.ids.has(row.id)) : [];
  const isAll = rows.length > 0 && chosen.length === rows.length;
  const withBoxes = useMemo(() => {
    const [first, ...rest] = columns;
    if (!getName || !first) return columns;
    const boxed: DataColumn<Row> = {
      ...first,
      width: first.width + BOX_WIDTH,
      headerStart: (
        <Checkbox
          size="xs"
          aria-label="Select all listed rows"
          checked={isAll}
          indeterminate={!isAll && selection.ids.size > 0}
          onChange={() => setSelection((now) => toggleAll(now, order))}
        />
      ),
      cell: (row) => (
        <span className={classes.cell}>
          <Checkbox
            size="xs"
            aria-label={`Select ${getName(row)}`}
            checked={selection.ids.has(row.id)}
            onClick={(event) => {
              const { shiftKey } = event;
              setSelection((now) => toggleRow(now, order, row.id, shiftKey));
            }}
            onChange={() => undefined}
          />
          {first.cell(row)}
        </span>
      ),
    };
    return [boxed, ...rest];
  }, [columns, getName, selection, isAll, order]);
  const clear = useCallback(() => setSelection(NOTHING_SELECTED), []);
  return { columns: withBoxes, chosen, clear };
}
