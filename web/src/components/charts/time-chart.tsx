import { memo, useMemo, useState } from 'react';
import { formatRange } from '../../lib/time/time.js';
import { type Brush, toBounds } from './brush.js';
import { ChartLegend } from './chart-legend.js';
import { type ChartKind, type ChartSeries, sumValues } from './chart-series.js';
import type { ValueFormat } from '../../lib/format/measures.js';
import { drawLine, HEIGHT } from './draw-line.js';
import type { TimeAxis } from './time-axis.js';
import classes from './time-chart.module.css';
import { useBrush } from './use-brush.js';
import { buildScale, type ValueScale } from './value-scale.js';

export interface TimeChartProps {
  label: string;
  kind: ChartKind;
  axis: TimeAxis;
  series: readonly ChartSeries[];
  format: ValueFormat;
  /** The bins under the pointer or chosen by key, which all charts of a page mark. */
  brush: Brush | undefined;
  onBrush: (brush: Brush | undefined) => void;
  /** Called when several bins are chosen. */
  onZoom: (first: number, last: number) => void;
  /** Called when one bin is chosen, with the series that was clicked. */
  onOpen: (index: number, seriesKey: string | undefined) => void;
}

/**
 * A chart over time, used with the pointer, by touch and with the keyboard. It has as many bins as
 * the axis has starts, even while `brush` comes from another chart.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, kind, axis, series, format, brush, onBrush, onZoom, onOpen } = props;
  const count = axis.starts.length;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(
    () => series.filter(({ key, isHidden = false }) => toggled.has(key) === isHidden),
    [series, toggled],
  );
  const scale = useMemo(
    () => buildScale(listHeights(kind, shown, count), format.unit),
    [kind, shown, count, format],
  );
  const handlers = useBrush({
    count,
    brush,
    onBrush,
    onChoose: (first, last, part) => (first === last ? onOpen(first, part) : onZoom(first, last)),
  });
  const [first, last] = brush ? toBounds(brush) : [0, count - 1];
  const range = brush ? describeRange(axis, first, last) : undefined;
  const valueOf = (one: ChartSeries) => sumValues(one, first, last);
  /** A value that is no sum, such as a mean, belongs to one bin. */
  const hasValues = format.isSum || first === last;
  const Marks = kind === 'bars' ? BarMarks : LineMarks;

  return (
    <>
      <ChartLegend
        series={series}
        shown={shown}
        textOf={(one) => (hasValues ? writeValue(valueOf(one), format) : '')}
        onToggle={(key) => setToggled((now) => toggle(now, key))}
      />
      <div className={classes.plot}>
        <div className={classes.values} aria-hidden>
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${toShare(tick, scale) * 100}%` }}>
              {format.short(tick)}
            </span>
          ))}
        </div>
        <div
          className={classes.area}
          role="slider"
          tabIndex={0}
          aria-label={`${label}: choose a bar to open its list, or several to zoom in`}
          aria-valuemin={0}
          aria-valuemax={Math.max(count - 1, 0)}
          aria-valuenow={brush?.to ?? Math.max(count - 1, 0)}
          aria-valuetext={
            range
              ? `${range}: ${describeValues(hasValues ? shown : [], valueOf, format)}`
              : 'No bar is chosen.'
          }
          {...handlers}
        >
          <svg
            viewBox={`0 0 ${Math.max(count, 1)} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden
          >
            {scale.ticks.map((tick) => (
              <path
                key={tick}
                className={classes.grid}
                d={`M0 ${HEIGHT * (1 - toShare(tick, scale))}H${count}`}
              />
            ))}
            {brush ? (
              <rect className={classes.brush} x={first} width={last - first + 1} height={HEIGHT} />
            ) : null}
            <Marks series={shown} scale={scale} />
          </svg>
        </div>
        <div className={classes.times} aria-hidden>
          {range ? (
            <b>{range}</b>
          ) : (
            axis.ticks.map(({ index, label: text }) => (
              <span key={index} style={{ left: `${(index / count) * 100}%` }}>
                {text}
              </span>
            ))
          )}
        </div>
      </div>
    </>
  );
}

function toggle(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Returns what the axis must be able to show. */
function listHeights(kind: ChartKind, series: readonly ChartSeries[], count: number): number[] {
  if (kind === 'lines') return series.flatMap(({ values }) => values.filter((one) => one !== null));
  return Array.from({ length: count }, (_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
}

function toShare(tick: number, { low, high }: { low: number; high: number }): number {
  return (tick - low) / (high - low);
}

/** Describes the time from one bin to another, `20 Nov, 14:00 – 16:00`, or names them. */
export function describeRange(
  { starts, end, names }: TimeAxis,
  first: number,
  last: number,
): string {
  if (names) return first === last ? names[first]! : `${names[first]} – ${names[last]}`;
  return formatRange(starts[first] ?? end, starts[last + 1] ?? end);
}

function writeValue(value: number | null, format: ValueFormat): string {
  return value === null ? '–' : format.short(value);
}

function describeValues(
  series: readonly ChartSeries[],
  valueOf: (one: ChartSeries) => number | null,
  format: ValueFormat,
): string {
  const parts = series.flatMap((one) => {
    const value = valueOf(one);
    return value === null ? [] : [`${one.label} ${format.short(value)}`];
  });
  return parts.length === 0 ? 'no values' : parts.join(', ');
}

/** The height of the smallest part of a bar, so that it can be seen. */
const SMALLEST = 2;
const GAP = 0.15;

interface MarksProps {
  series: readonly ChartSeries[];
  scale: ValueScale;
}

/** Bars, with one part for each series from bottom to top. */
const BarMarks = memo(function BarMarks({ series, scale }: MarksProps) {
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
const LineMarks = memo(function LineMarks({ series, scale }: MarksProps) {
  return series.map(({ key, color, values }) => (
    <g key={key} data-part={key} style={{ stroke: color }}>
      <path className={classes.bridge} d={drawLine(values, scale, true)} />
      <path className={classes.line} d={drawLine(values, scale, false)} />
    </g>
  ));
});
