import { useMemo } from 'react';
import { useStored } from '../../lib/browser/use-stored.js';
import type { DataColumn } from './columns.js';

/** The visible columns with their order and widths. */
export interface ColumnLayout<Row> {
  /** All columns, in the order of the column chooser. */
  all: readonly DataColumn<Row>[];
  /** The IDs of the visible columns, in order. */
  shown: readonly string[];
  widths: Readonly<Record<string, number>>;
  setShown: (ids: readonly string[]) => void;
  setWidths: (widths: Readonly<Record<string, number>>) => void;
  reset: () => void;
  isDefault: boolean;
}

/**
 * Remembers the layout under `storageKey`. `fromAddress` overrides it, so that a link shows the
 * same columns to everyone; `onChange` writes the choice into the URL. Tables without a column
 * chooser have neither.
 */
export function useColumnLayout<Row>(
  storageKey: string,
  columns: readonly DataColumn<Row>[],
  fromAddress?: readonly string[],
  onChange?: (change: { columns: string[] | undefined }) => void,
): ColumnLayout<Row> {
  const [stored, setStored] = useStored<string[] | null>(`${storageKey}.columns`, null);
  const [widths, setWidths] = useStored<Record<string, number>>(`${storageKey}.widths`, {});

  return useMemo(() => {
    const initial = columns.filter((column) => !column.optional).map((column) => column.id);
    const wanted = fromAddress ?? stored ?? initial;
    const required = columns.filter((column) => column.required).map((column) => column.id);
    const known = wanted.filter((id) => columns.some((column) => column.id === id));
    const shown = [...required.filter((id) => !known.includes(id)), ...known];
    const rest = columns.filter((column) => !shown.includes(column.id));
    const byId = new Map(columns.map((column) => [column.id, column]));
    return {
      all: [...shown.flatMap((id) => byId.get(id) ?? []), ...rest],
      shown,
      widths,
      setShown: (ids) => {
        setStored([...ids]);
        onChange?.({ columns: [...ids] });
      },
      setWidths,
      reset: () => {
        setStored(null);
        setWidths({});
        onChange?.({ columns: undefined });
      },
      isDefault: shown.join() === initial.join() && Object.keys(widths).length === 0,
    };
  }, [columns, fromAddress, onChange, setStored, setWidths, stored, widths]);
}
