import {
  type ChartGroupsData,
  ChartSeriesQuery,
  ChartTotalsQuery,
} from '../../features/project/api/chart-series.js';
import type { Dashboard, DashboardChart } from '../../features/project/api/dashboards.js';
import { NEW_CHART } from '../../features/project/dashboards/templates.js';
import { answer, type Answer } from '../answers.js';
import { atHour } from './charts.js';
import { PROJECT, PROJECT_ID } from './project-scope.js';

/** A chart, which shows one number unless told otherwise. */
export function aChart(title: string, part: Partial<DashboardChart> = {}): DashboardChart {
  return { ...NEW_CHART, title, kind: 'NUMBER', ...part };
}

/** A shared dashboard without charts. */
export function aDashboard(part: Partial<Dashboard> = {}): Dashboard {
  return {
    id: 'dashboard-1',
    projectId: PROJECT_ID,
    name: 'Quality',
    description: null,
    isShared: true,
    canChange: true,
    updatedAt: '2026-02-03T04:05:06.000000Z',
    charts: [],
    ...part,
  };
}

/** A group of what a chart counts. */
export function aGroup(key: string | null, value: number): ChartGroupsData['groups'][number] {
  return { key, isOther: false, value, rowCount: 5, values: [value] };
}

/** Answers every chart with the same groups, which are in one bin if it is over time. */
export function charted(...groups: ChartGroupsData['groups']): Answer[] {
  const data = { otherCount: 0, isEstimated: false, pricedSpans: null, groups };
  return [
    answer(ChartTotalsQuery, { node: { ...PROJECT, chartSeries: data } }),
    answer(ChartSeriesQuery, {
      node: { ...PROJECT, chartSeries: { ...data, bins: [atHour(2)] } },
    }),
  ];
}
