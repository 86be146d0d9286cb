import type { DashboardChart } from '../api/dashboards.js';
import {
  CHART_MEASURES,
  listOptions,
  ROW_AGGREGATIONS,
  type RowAggregation,
} from '../../../lib/format/measures.js';
import { nameAggregation } from '../../../components/metrics/metric-aggregations.js';
import { PROJECT_TABS, type ProjectTab } from '../tabs.js';

type Entity = DashboardChart['entity'];
type Aggregation = DashboardChart['aggregation'];
type Measure = NonNullable<DashboardChart['measure']>;
type Grouping = NonNullable<DashboardChart['groupBy']>;
type Kind = DashboardChart['kind'];

/** A choice with its label. */
export interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** The plural nouns of what charts count. All but points are also names of lists. */
export const NOUNS = {
  SPANS: 'spans',
  TRACES: 'traces',
  SESSIONS: 'sessions',
  METRICS: 'points',
} as const satisfies Record<Entity, string>;

/** Returns the list of what a chart counts; undefined for points of metrics. */
export function findList(entity: Entity): ProjectTab | undefined {
  return PROJECT_TABS.find((tab) => tab === NOUNS[entity]);
}

export const ENTITIES: readonly Option<Entity>[] = [
  { value: 'TRACES', label: 'Traces' },
  { value: 'SPANS', label: 'Spans' },
  { value: 'SESSIONS', label: 'Sessions' },
  { value: 'METRICS', label: 'Metric' },
];

export const AGGREGATIONS = listOptions(ROW_AGGREGATIONS);

/** Lists the measures that rows have. */
export function listMeasures(entity: Entity): readonly Option<Measure>[] {
  return listOptions(CHART_MEASURES).filter(
    ({ value }) => entity === 'SPANS' || value !== 'TIME_TO_FIRST_TOKEN_MS',
  );
}

export const KINDS: readonly Option<Kind>[] = [
  { value: 'LINES', label: 'Lines' },
  { value: 'STACKED_BARS', label: 'Bars' },
  { value: 'RANKING', label: 'Ranking' },
  { value: 'NUMBER', label: 'Number' },
];

export const WIDTHS: readonly Option<DashboardChart['width']>[] = [
  { value: 'HALF', label: 'Half' },
  { value: 'FULL', label: 'Full' },
];

const GROUPINGS: readonly (Option<Grouping> & { of: readonly Entity[] })[] = [
  { value: 'NAME', label: 'Name', of: ['SPANS', 'TRACES'] },
  { value: 'MODEL', label: 'Model', of: ['SPANS'] },
  { value: 'SPAN_KIND', label: 'Span kind', of: ['SPANS'] },
  { value: 'STATUS', label: 'Status', of: ['SPANS', 'TRACES', 'SESSIONS'] },
  { value: 'USER', label: 'User', of: ['SPANS', 'TRACES', 'SESSIONS'] },
  { value: 'SESSION', label: 'Session', of: ['SPANS', 'TRACES'] },
  { value: 'ATTRIBUTE', label: 'Attribute', of: ['SPANS', 'TRACES', 'METRICS'] },
];

/** Lists what a chart can be grouped by. */
export function listGroupings(entity: Entity): readonly Option<Grouping>[] {
  return GROUPINGS.filter(({ of }) => of.includes(entity));
}

/** Whether a chart aggregates a measure of its rows. */
export function hasMeasure({
  entity,
  aggregation,
}: Pick<DashboardChart, 'entity' | 'aggregation'>) {
  const ofRows = ROW_AGGREGATIONS[aggregation as RowAggregation];
  return entity !== 'METRICS' && ofRows !== undefined && ofRows.format === undefined;
}

/** Whether the values of groups add up, so that they can be stacked. */
export function isAdditive(aggregation: Aggregation): boolean {
  return ['COUNT', 'FAILED_COUNT', 'SUM', 'RATE'].includes(aggregation);
}

/** Changes a chart, and whatever no longer fits the change. */
export function changeChart(
  chart: DashboardChart,
  change: Partial<DashboardChart>,
): DashboardChart {
  const next = { ...chart, ...change };
  const { entity, groupBy } = next;
  const aggregation = chooseAggregation(chart, next);
  const isGroupable = listGroupings(entity).some(({ value }) => value === groupBy);
  return {
    ...next,
    aggregation,
    metric: entity === 'METRICS' ? next.metric : null,
    // Conditions on spans, traces and sessions know different names.
    condition: entity === chart.entity ? next.condition : null,
    measure: hasMeasure({ entity, aggregation }) ? chooseMeasure(next) : null,
    kind: next.kind === 'STACKED_BARS' && !isAdditive(aggregation) ? 'LINES' : next.kind,
    groupBy: isGroupable && next.kind !== 'NUMBER' ? groupBy : null,
  };
}

/** Points of metrics have other aggregations than rows. */
function chooseAggregation(before: DashboardChart, next: DashboardChart): Aggregation {
  const isOther = (before.entity === 'METRICS') !== (next.entity === 'METRICS');
  if (!isOther) return next.aggregation;
  return next.entity === 'METRICS' ? 'SUM' : 'COUNT';
}

/** Only spans have a first token. */
function chooseMeasure({ entity, measure }: DashboardChart): Measure {
  const fits = measure && listMeasures(entity).some(({ value }) => value === measure);
  return fits ? measure : 'LATENCY_MS';
}

/** Returns what is missing before a chart can be drawn; undefined if nothing is. */
export function findMissingPart(chart: DashboardChart): string | undefined {
  const { entity, metric, aggregation, annotation, groupBy, attribute } = chart;
  if (entity === 'METRICS' && !metric) return 'Choose a metric.';
  if (aggregation === 'MEAN_SCORE' && !annotation?.trim()) return 'Enter the name of annotations.';
  if (groupBy === 'ATTRIBUTE' && !attribute?.trim()) return 'Enter the name of an attribute.';
  return undefined;
}

/** Describes what a chart shows, such as “95th percentile of latency by model”. */
export function describeChart(chart: DashboardChart): string {
  const { entity, metric, aggregation, measure, annotation, groupBy, attribute } = chart;
  const labelOf = (options: readonly Option<string>[], value: string | null) =>
    options.find((option) => option.value === value)?.label ?? '';
  const rows = labelOf(ENTITIES, entity).toLowerCase();
  const reduced = labelOf(AGGREGATIONS, aggregation);
  const what =
    entity === 'METRICS'
      ? `${nameAggregation(aggregation)} of ${metric ?? 'a metric'}`
      : hasMeasure(chart)
        ? `${reduced} ${(measure ? CHART_MEASURES[measure].label : '').toLowerCase()} of ${rows}`
        : aggregation === 'MEAN_SCORE'
          ? `${reduced} ${annotation?.trim() || 'annotations'} of ${rows}`
          : aggregation === 'ERROR_RATE'
            ? `${reduced} of ${rows}`
            : `${reduced === 'Count' ? 'Number of' : reduced} ${rows}`;
  const group = groupBy === 'ATTRIBUTE' ? attribute : labelOf(GROUPINGS, groupBy).toLowerCase();
  return group ? `${what} by ${group}` : what;
}
