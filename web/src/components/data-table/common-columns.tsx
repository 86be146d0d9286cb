import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.js';
import { NameChips } from '../data-display/name-chip.js';
import { PreviewText } from '../data-display/preview-text.js';
import { RelativeTime } from '../data-display/relative-time.js';
import type { DataColumn } from './columns.js';

/** All of a column but its cell, which `Value` provides. */
export type ColumnOf<Row, Value> = Omit<DataColumn<Row>, 'cell'> & Value;

/** When something happened, relative to now unless the user prefers absolute times. */
export function timeColumn<Row>({
  time,
  width = 132,
  ...column
}: Omit<ColumnOf<Row, { time: (row: Row) => string | null | undefined }>, 'width'> & {
  width?: number;
}): DataColumn<Row> {
  return { ...column, width, cell: (row) => <RelativeTime time={time(row)} /> };
}

/** The start of a text, or a dash. */
export function textColumn<Row>({
  text,
  ...column
}: ColumnOf<Row, { text: (row: Row) => string | null | undefined }>): DataColumn<Row> {
  return { ...column, cell: (row) => <PreviewText text={text(row)} /> };
}

/** How many there are of something. */
export function countColumn<Row>({
  count,
  ...column
}: ColumnOf<Row, { count: (row: Row) => number }>): DataColumn<Row> {
  return { ...column, numeric: true, cell: (row) => formatCount(count(row)) };
}

/** The labels of a row. */
export function labelsColumn<
  Row extends { labels: readonly { id: string; name: string; color: string }[] },
>(): DataColumn<Row> {
  return {
    id: 'labels',
    header: 'Labels',
    width: 176,
    cell: ({ labels }) => <NameChips items={labels} limit={2} />,
  };
}

/** The actions for a row: a menu, or buttons, for which it is wider. */
export function actionsColumn<Row>(cell: (row: Row) => ReactNode, width = 56): DataColumn<Row> {
  return {
    id: 'actions',
    header: '',
    label: 'Actions',
    width,
    required: true,
    numeric: true,
    cell,
  };
}
