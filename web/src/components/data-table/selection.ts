/** The selected rows, and the last one selected, which is where a Shift range starts. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined };

/**
 * Returns the selection after a click on the check box of a row. With Shift, every row from the
 * last selected one to this one gets the same state.
 */
export function toggleRow(
  selection: Selection,
  order: readonly string[],
  id: string,
  withShift: boolean,
): Selection {
  const isOn = !selection.ids.has(id);
  const from = withShift && selection.anchor ? order.indexOf(selection.anchor) : -1;
  const to = order.indexOf(id);
  const range = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  const ids = new Set(selection.ids);
  for (const item of range) {
    if (isOn) ids.add(item);
    else ids.delete(item);
  }
  return { ids, anchor: id };
}

/** Selects all given rows, or none if all were selected. */
export function toggleAll(selection: Selection, order: readonly string[]): Selection {
  const isFull = order.length > 0 && order.every((id) => selection.ids.has(id));
  return { ids: new Set(isFull ? [] : order), anchor: undefined };
}
