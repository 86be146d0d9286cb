import type { Dashboard, DashboardChart } from '../api/dashboards.js';

/** A chart while its dashboard is edited. */
export interface DraftChart {
  /** Stays with the chart when others are added or moved. */
  key: string;
  chart: DashboardChart;
  /** The chart as it is stored; undefined for new ones. */
  stored: DashboardChart | undefined;
}

/** The charts of a dashboard while it is edited. */
export interface Draft {
  charts: readonly DraftChart[];
  /** The dashboard that the changes are based on. */
  base: Dashboard;
}

export function createDraft(base: Dashboard): Draft {
  return {
    base,
    charts: base.charts.map((chart, at) => ({ key: `stored ${at}`, chart, stored: chart })),
  };
}

/** Adds a chart after another, or at the end. */
export function addChart(
  charts: readonly DraftChart[],
  chart: DashboardChart,
  key: string,
  after?: string,
): readonly DraftChart[] {
  const place = after === undefined ? charts.length : findPlace(charts, after) + 1;
  return charts.toSpliced(place, 0, { key, chart, stored: undefined });
}

export function replaceChart(
  charts: readonly DraftChart[],
  key: string,
  chart: DashboardChart,
): readonly DraftChart[] {
  return charts.map((one) => (one.key === key ? { ...one, chart } : one));
}

/** Moves a chart by one place; it stays where it is at either end. */
export function moveChart(
  charts: readonly DraftChart[],
  key: string,
  step: -1 | 1,
): readonly DraftChart[] {
  const from = findPlace(charts, key);
  const to = from + step;
  if (from === -1 || to < 0 || to >= charts.length) return charts;
  return charts.toSpliced(from, 1).toSpliced(to, 0, charts[from]!);
}

/** Says what has not been saved, such as “added Cost, deleted Traces”; undefined if nothing. */
export function describeChanges({ charts, base }: Draft): string | undefined {
  const kept = charts.flatMap(({ stored }) => stored ?? []);
  const titles = (list: readonly DashboardChart[]) => list.map(({ title }) => title).join(', ');
  const added = charts.filter(({ stored }) => !stored).map(({ chart }) => chart);
  const changed = charts
    .filter(({ chart, stored }) => stored && JSON.stringify(chart) !== JSON.stringify(stored))
    .map(({ chart }) => chart);
  const deleted = base.charts.filter((chart) => !kept.includes(chart));
  const isReordered = base.charts
    .filter((chart) => kept.includes(chart))
    .some((chart, at) => kept[at] !== chart);
  const parts = [
    ...(added.length > 0 ? [`added ${titles(added)}`] : []),
    ...(changed.length > 0 ? [`changed ${titles(changed)}`] : []),
    ...(deleted.length > 0 ? [`deleted ${titles(deleted)}`] : []),
    ...(isReordered ? ['moved charts'] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

const MAX_LETTERS = 200;
const COPY = ' (copy)';

/** Returns the name of a copy, which is not longer than a name may be. */
export function nameCopy(name: string): string {
  return name.slice(0, MAX_LETTERS - COPY.length) + COPY;
}

function findPlace(charts: readonly DraftChart[], key: string): number {
  return charts.findIndex((one) => one.key === key);
}
