import { CHART_COLOR, type ChartSeries } from '../../../components/charts/chart-series.js';
import {
  CHART_MEASURES,
  COUNTS,
  MEASURED,
  ROW_AGGREGATIONS,
  type RowAggregation,
  type ValueFormat,
} from '../../../lib/format/measures.js';
import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import { getSeriesColor, SERIES_COLOR } from '../../../lib/theme/palette.js';
import {
  type ChartGroupsData,
  type ChartInput,
  ChartSeriesQuery,
  ChartTotalsQuery,
} from '../api/chart-series.js';
import type { DashboardChart } from '../api/dashboards.js';
import {
  type BinVariables,
  type ChartDefinition,
  defineRanking,
  defineSeries,
} from '../charts/chart-definition.js';
import { type ListTarget, narrow } from '../charts/list-target.js';
import { describeChart, findList, hasMeasure, isAdditive, NOUNS } from './chart-options.js';
import { writeChartCondition, writeGroupCondition } from './group-condition.js';

type Group = ChartGroupsData['groups'][number];

const OTHER = 'other';

/** Returns the input that computes a chart. */
function toChartInput({ title: _title, width: _width, ...chart }: DashboardChart): ChartInput {
  return chart;
}

/** Returns how the values of a chart are written. */
export function getFormat(chart: DashboardChart): ValueFormat {
  const { entity, aggregation, measure } = chart;
  if (entity === 'METRICS') {
    if (aggregation === 'COUNT') return COUNTS;
    return { ...MEASURED, isSum: aggregation === 'SUM' };
  }
  if (!hasMeasure(chart)) return ROW_AGGREGATIONS[aggregation as RowAggregation].format ?? COUNTS;
  const format = measure ? CHART_MEASURES[measure].format : COUNTS;
  if (aggregation === 'SUM') return { ...format, isSum: true };
  // A mean of whole numbers is not whole.
  return { ...format, unit: format.unit === 'whole' ? 'number' : format.unit, isSum: false };
}

/** Returns the list of what a chart counts; undefined if there is none. */
function getTarget(chart: DashboardChart): ListTarget | undefined {
  const tab = findList(chart.entity);
  return tab && { tab, filter: writeChartCondition(chart) };
}

/** Defines how a chart of a dashboard is loaded and shown. */
export function defineDashboardChart(chart: DashboardChart): ChartDefinition {
  switch (chart.kind) {
    case 'RANKING':
      return defineChartRanking(chart);
    case 'NUMBER':
      return defineChartNumber(chart);
    default:
      return defineChartSeries(chart);
  }
}

/** The parts that all kinds of charts have in common. */
function describeCommon(chart: DashboardChart) {
  return {
    title: chart.title,
    empty: `No ${NOUNS[chart.entity]} in this range match this chart.`,
    target: getTarget(chart),
  };
}

/** Defines a chart over time. */
export function defineChartSeries(chart: DashboardChart) {
  return defineSeries({
    ...describeCommon(chart),
    kind: chart.kind === 'LINES' ? 'lines' : 'bars',
    format: getFormat(chart),
    document: ChartSeriesQuery,
    toVariables: ({ id, timeRange, timeBinConfig }) => ({
      id,
      timeRange,
      timeBinConfig,
      chart: toChartInput(chart),
    }),
    read: ({ chartSeries }) => ({
      timestamps: chartSeries.bins,
      series: chartSeries.groups.map((group, index) => toSeries(chart, group, index)),
      note: describeGroups(chart, chartSeries),
      priced: chartSeries.pricedSpans,
    }),
    filterOf: (key) =>
      key === OTHER ? undefined : writeGroupCondition(chart, JSON.parse(key) as string | null),
  });
}

/** Defines the largest groups of a chart. */
export function defineChartRanking(chart: DashboardChart) {
  const format = getFormat(chart);
  const target = getTarget(chart);
  return defineRanking({
    ...describeCommon(chart),
    document: ChartTotalsQuery,
    toVariables: ({ id, timeRange }) => ({ id, timeRange, chart: toChartInput(chart) }),
    read: ({ chartSeries }) => ({
      items: chartSeries.groups
        .toSorted(
          (one, other) => Number(one.isOther) - Number(other.isOther) || other.value - one.value,
        )
        .map((group) => ({
          key: toKey(group),
          name: toLabel(chart, group, chartSeries),
          value: Math.max(0, group.value),
          text: format.short(group.value),
          note: isAdditive(chart.aggregation) ? '' : formatCount(group.rowCount),
          target:
            group.isOther || !target
              ? target
              : narrow(target, writeGroupCondition(chart, group.key)),
        })),
      note: describeGroups(chart, chartSeries),
      priced: chartSeries.pricedSpans,
    }),
  });
}

/** Defines a chart of one number. */
function defineChartNumber(chart: DashboardChart) {
  const format = getFormat(chart);
  return {
    kind: 'number' as const,
    ...describeCommon(chart),
    format,
    description: describeChart(chart),
    document: ChartTotalsQuery,
    toVariables: ({ id, timeRange }: BinVariables) => ({
      id,
      timeRange,
      chart: toChartInput(chart),
    }),
    read: ({ chartSeries }: { chartSeries: ChartGroupsData }) => ({
      // Without rows, there are none; a mean of none is nothing.
      value: chartSeries.groups[0]?.value ?? (format.isSum ? 0 : undefined),
      note: describeGroups(chart, chartSeries),
      priced: chartSeries.pricedSpans,
    }),
  };
}

/** Says which groups a chart leaves out, and whether its values are exact. */
export function describeGroups(
  { aggregation }: DashboardChart,
  { groups, otherCount, isEstimated }: ChartGroupsData,
): string | undefined {
  const notes = [
    ...(otherCount > 0 && !isAdditive(aggregation)
      ? [`${groups.length} of ${formatPlural(groups.length + otherCount, 'group')}`]
      : []),
    ...(isEstimated ? ['estimated'] : []),
  ];
  return notes.length > 0 ? notes.join(', ') : undefined;
}

function toSeries(chart: DashboardChart, group: Group, index: number): ChartSeries {
  return {
    key: toKey(group),
    label: toLabel(chart, group),
    color: pickColor(chart, group, index),
    values: group.values,
  };
}

function toKey({ key, isOther }: Group): string {
  return isOther ? OTHER : JSON.stringify(key);
}

function toLabel(
  { entity, metric, groupBy }: DashboardChart,
  group: Group,
  data?: ChartGroupsData,
): string {
  if (group.isOther) return data ? formatPlural(data.otherCount, 'other') : 'Others';
  if (groupBy === null && metric) return metric;
  if (groupBy === null) return entity.charAt(0) + entity.slice(1).toLowerCase();
  if (group.key === null) return 'None';
  return group.key === '' ? 'Empty' : group.key;
}

function pickColor({ aggregation, groupBy }: DashboardChart, group: Group, index: number): string {
  if (group.isOther) return CHART_COLOR.unset;
  if (groupBy === 'STATUS') {
    if (group.key === 'ERROR') return CHART_COLOR.error;
    return group.key === 'OK' ? CHART_COLOR.ok : CHART_COLOR.unset;
  }
  if (groupBy === null) {
    const isFailure = aggregation === 'FAILED_COUNT' || aggregation === 'ERROR_RATE';
    return isFailure ? CHART_COLOR.error : getSeriesColor(0);
  }
  const color = getSeriesColor(index);
  // The second round is paler.
  return index < SERIES_COLOR.length ? color : `color-mix(in srgb, ${color} 55%, transparent)`;
}
