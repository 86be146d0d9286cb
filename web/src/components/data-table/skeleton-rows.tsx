import { Skeleton } from '@mantine/core';
import classes from './data-table.module.css';
import type { DataColumn } from './columns.js';

/** Placeholders of the size of the rows to come. */
export function SkeletonRows<Row>({
  columns,
  count = 12,
}: {
  columns: readonly DataColumn<Row>[];
  count?: number;
}) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} className={classes.skeletonRow} aria-hidden>
      {columns.map((column) => (
        <td key={column.id}>
          <Skeleton height={10} width={column.numeric ? '50%' : '70%'} radius="xs" />
        </td>
      ))}
    </tr>
  ));
}
