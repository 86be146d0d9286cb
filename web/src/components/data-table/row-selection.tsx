import { Checkbox } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { NOTHING_SELECTED, toggleAll, toggleRow } from './selection.js';

/** The selected rows of a list, and how check boxes change them. */
export interface RowSelection {
  /** The IDs of the selected rows, also of those that have been deleted or filtered out. */
  selected: ReadonlySet<string>;
  isAllSelected: boolean;
  /** Selects or deselects a row, with Shift also those between it and the previous one. */
  onToggle: (id: string, withShift: boolean) => void;
  onToggleAll: () => void;
  clear: () => void;
}

/**
 * Lets the user select rows.
 * @param order the IDs of the rows that can be selected, in the order of the list.
 */
export function useRowSelection(order: readonly string[]): RowSelection {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const isAllSelected = order.length > 0 && order.every((id) => selection.ids.has(id));
  const clear = useCallback(() => setSelection(NOTHING_SELECTED), []);
  return useMemo(
    () => ({
      selected: selection.ids,
      isAllSelected,
      onToggle: (id, withShift) => setSelection((now) => toggleRow(now, order, id, withShift)),
      onToggleAll: () => setSelection((now) => toggleAll(now, order)),
      clear,
    }),
    [selection, isAllSelected, order, clear],
  );
}

interface SelectAllBoxProps {
  selection: RowSelection;
  /** For screen readers, such as “Select all listed users”. */
  label: string;
}

/** Selects all rows of a list, or none. */
export function SelectAllBox({ selection, label }: SelectAllBoxProps) {
  const { selected, isAllSelected, onToggleAll } = selection;
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={isAllSelected}
      indeterminate={!isAllSelected && selected.size > 0}
      onChange={onToggleAll}
    />
  );
}

interface SelectRowBoxProps {
  selection: RowSelection;
  id: string;
  /** The name of the row for screen readers. */
  name: string;
}

/** Selects a row, and with Shift those between it and the previous one. */
export function SelectRowBox({ selection, id, name }: SelectRowBoxProps) {
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${name}`}
      checked={selection.selected.has(id)}
      onClick={(event) => selection.onToggle(id, event.shiftKey)}
      onChange={() => undefined}
    />
  );
}
