import { ScrollRegion } from '../layout/scroll-region.js';
import { type ChartKind, type ChartSeries, hasValue } from './chart-series.js';
import type { ValueFormat } from '../../lib/format/measures.js';
import classes from './chart-table.module.css';
import type { TimeAxis } from './time-axis.js';
import { describeRange } from './time-chart.js';

interface ChartTableProps {
  label: string;
  kind: ChartKind;
  axis: TimeAxis;
  series: readonly ChartSeries[];
  format: ValueFormat;
}

/** The values of a chart as a table, without the bins that have none. */
export function ChartTable({ label, kind, axis, series, format }: ChartTableProps) {
  const rows = axis.starts
    .map((_, index) => index)
    .filter((index) => hasValue(kind, series, index));
  return (
    <ScrollRegion label={`${label} as a table`} className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{axis.names ? 'Name' : 'Time'}</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col" dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((index) => (
            <tr key={index}>
              <th scope="row">{describeRange(axis, index, index)}</th>
              {series.map(({ key, values }) => {
                const value = values[index] ?? null;
                return <td key={key}>{value === null ? '–' : format.exact(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
