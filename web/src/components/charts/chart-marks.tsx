import { memo } from 'react';
import type { ChartSeries } from './chart-series.js';
import { drawLine, HEIGHT } from './draw-line.js';
import classes from './time-chart.module.css';
import type { ValueScale } from './value-scale.js';

/** The height of the smallest part of a bar, so that it can be seen. */
const SMALLEST = 2;
const GAP = 0.15;

interface MarksProps {
  series: readonly ChartSeries[];
  scale: ValueScale;
}

/** Bars, with one part for each series from bottom to top. */
export const BarMarks = memo(function BarMarks({ series, scale }: MarksProps) {
  const count = series[0]?.values.length ?? 0;
  return Array.from({ length: count }, (_, index) => {
    let top = HEIGHT;
    return series.map(({ key, color, values }) => {
      const value = values[index] ?? 0;
      if (value <= 0) return null;
      const height = Math.max(SMALLEST, (value / scale.high) * HEIGHT);
      top -= height;
      return (
        <rect
          key={`${index} ${key}`}
          data-part={key}
          style={{ fill: color }}
          x={index + GAP / 2}
          y={Math.max(0, top)}
          width={1 - GAP}
          height={height}
        />
      );
    });
  });
});

/** Lines. Values without neighbors are dots, and thin lines cross the bins without values. */
export const LineMarks = memo(function LineMarks({ series, scale }: MarksProps) {
  return series.map(({ key, color, values }) => (
    <g key={key} data-part={key} style={{ stroke: color }}>
      <path className={classes.bridge} d={drawLine(values, scale, true)} />
      <path className={classes.line} d={drawLine(values, scale, false)} />
    </g>
  ));
});
