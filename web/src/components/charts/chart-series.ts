/** Bars are stacked. */
export type ChartKind = 'bars' | 'lines';

/** One line, or one part of every bar. */
export interface ChartSeries {
  key: string;
  label: string;
  /** A CSS color. */
  color: string;
  /** One value for each bin; null if there is none. */
  values: readonly (number | null)[];
  /** Whether it is not drawn until the user asks for it. */
  isHidden?: boolean;
}

/** Colors of series with a meaning; others use `getSeriesColor`. */
export const CHART_COLOR = {
  ok: 'color-mix(in srgb, var(--accent) 75%, transparent)',
  error: 'var(--mantine-color-error)',
  unset: 'color-mix(in srgb, var(--dimmed) 50%, transparent)',
  text: 'var(--mantine-color-text)',
} as const;

/** Adds up the values of bins; null if none of them has a value. */
export function sumValues(
  { values }: ChartSeries,
  first = 0,
  last = values.length - 1,
): number | null {
  return values
    .slice(first, last + 1)
    .reduce<number | null>((total, value) => (value === null ? total : (total ?? 0) + value), null);
}

/** Whether a bin has anything to show. An empty bar is nothing; a line at zero is a value. */
export function hasValue(kind: ChartKind, series: readonly ChartSeries[], index: number): boolean {
  return series.some(({ values }) => {
    const value = values[index] ?? null;
    return value !== null && (kind === 'lines' || value !== 0);
  });
}
