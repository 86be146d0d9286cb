/** Rows that are selected, and where the last one was picked, from which Shift reaches. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined };

/**
 * The selection after the box of a row was pressed. With Shift, every row from the one picked last to
 * this one gets what this one gets.
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

/** All of the rows given, or none of them when all were selected. */
export function toggleAll(selection: Selection, order: readonly string[]): Selection {
  const isFull = order.length > 0 && order.every((id) => selection.ids.has(id));
  return { ids: new Set(isFull ? [] : order), anchor: undefined };
}
