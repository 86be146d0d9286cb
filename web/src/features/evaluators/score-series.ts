import type { ChartKind, ChartSeries } from '../../components/charts/chart-series.js';
import { SCORES, SHARES, type ValueFormat } from '../../lib/format/measures.js';
import { getSeriesColor } from '../../lib/theme/palette.js';

/** How an evaluator judged in an experiment, or on a day. */
export interface ScorePoint {
  count: number;
  errorCount: number;
  meanScore: number | null;
  labelFractions: readonly { label: string; fraction: number }[];
}

/** A chart of how an evaluator judged over time. */
export interface ScoreChart {
  title: string;
  kind: ChartKind;
  format: ValueFormat;
  series: ChartSeries[];
}

/** Labels that come later share the last color. */
const COLORS = 6;

/**
 * Returns the charts of how an evaluator judged: the mean score as a line, and the labels as parts of
 * bars. There is no chart for what it never gave.
 * @param points one for each bin; undefined for a bin without evaluations.
 */
export function buildScoreCharts(points: readonly (ScorePoint | undefined)[]): ScoreChart[] {
  const scores = points.map((point) => point?.meanScore ?? null);
  const labels = [
    ...new Set(points.flatMap((point) => point?.labelFractions.map(({ label }) => label) ?? [])),
  ].toSorted();
  const charts: ScoreChart[] = [];
  if (scores.some((score) => score !== null)) {
    const series = { key: 'score', label: 'Mean score', color: getSeriesColor(0), values: scores };
    charts.push({ title: 'Mean score', kind: 'lines', format: SCORES, series: [series] });
  }
  if (labels.length > 0) {
    const series = labels.map((label, index) => ({
      key: label,
      label,
      color: getSeriesColor(Math.min(index, COLORS - 1)),
      values: points.map(
        (point) => point?.labelFractions.find((one) => one.label === label)?.fraction ?? null,
      ),
    }));
    charts.push({ title: 'Labels', kind: 'bars', format: SHARES, series });
  }
  return charts;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the points of the last days in UTC, with one bin for each day.
 * @param now in milliseconds.
 */
export function fillDays<Point extends { day: string }>(
  days: readonly Point[],
  count: number,
  now: number,
): { timestamps: string[]; points: (Point | undefined)[] } {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: count }, (_, index) => today - (count - 1 - index) * DAY_MS);
  const byStart = new Map(days.map((point) => [Date.parse(point.day), point]));
  return {
    timestamps: starts.map((start) => new Date(start).toISOString()),
    points: starts.map((start) => byStart.get(start)),
  };
}
