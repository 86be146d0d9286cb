import type { ChartKind, ChartSeries } from '../../../components/charts/chart-series.js';
import type { ValueFormat } from '../../../lib/format/measures.js';
import type { PricedCounts } from '../../../components/costs/cost-fields.js';
import type { TypedDocument } from '../../../lib/data/graphql-request.js';
import type { ProjectTab } from '../tabs.js';
import type { ChartPeriod } from './chart-scope.js';
import type { ListTarget } from './list-target.js';

/** The content of every chart once it is loaded. */
export interface ChartData {
  /** The subtitle, in small type, if it depends on the data. */
  note?: string | undefined;
  /** The calls that the costs leave out. */
  priced?: PricedCounts | null;
}

/** The content of a chart over time. */
export interface SeriesData extends ChartData {
  timestamps: string[];
  series: ChartSeries[];
  /** How to draw it, if that depends on the data. */
  kind?: ChartKind;
  format?: ValueFormat;
}

/** The content of a ranking. */
export interface RankingData extends ChartData {
  items: RankedItem[];
}

/** A row of a ranking. */
export interface RankedItem {
  key: string;
  name: string;
  /** The length of the bar. */
  value: number;
  text: string;
  note: string;
  target: ListTarget | undefined;
}

/** The content of a chart of one number. */
export interface NumberData extends ChartData {
  /** Undefined if there is none, such as a mean of nothing. */
  value: number | undefined;
}

/** The parts of all kinds of charts. */
export interface BaseChart<Data extends ChartData> {
  title: string;
  /** The subtitle, in small type. */
  note?: string;
  /** Shown if there are no values. */
  empty: string;
  /** The list of what is counted; undefined if there is none. */
  target: ListTarget | undefined;
  /** Asks for the project. Its types are known to this chart only, and so are those of the answer. */
  document: TypedDocument<ProjectAnswer, never>;
  /** Adds the variables that only this chart has. */
  toVariables: (common: BinVariables) => unknown;
  read: (project: never) => Data;
}

/** A chart over time. */
export interface SeriesDefinition extends BaseChart<SeriesData> {
  kind: ChartKind;
  format: ValueFormat;
  /** Returns the condition for what one series counts. */
  filterOf?: (seriesKey: string) => string | undefined;
}

/** A list of the largest groups. */
export interface RankingDefinition extends BaseChart<RankingData> {
  kind: 'ranking';
}

/** One number for the whole range. */
export interface NumberDefinition extends BaseChart<NumberData> {
  kind: 'number';
  format: ValueFormat;
  /** Says what the number is. */
  description: string;
}

/** Any chart. */
export type ChartDefinition = SeriesDefinition | RankingDefinition | NumberDefinition;

/** The answer to a query for the project. */
export interface ProjectAnswer {
  node: { __typename: string };
}

/** The project in an answer. */
type ProjectOf<Answer extends ProjectAnswer> = Extract<Answer['node'], { __typename: 'Project' }>;

/** The variables of charts over time. */
export type BinVariables = RangeVariables & Pick<ChartPeriod, 'timeBinConfig'>;

/** The variables of charts that cover the whole range. */
type RangeVariables = {
  id: string;
  /** A condition on the traces that everything belongs to. */
  traceFilterCondition: string | null;
} & Pick<ChartPeriod, 'timeRange'>;

/** Leaves out the bins, for charts that cover the whole range. */
export function overRange({ timeBinConfig: _bins, ...variables }: BinVariables): RangeVariables {
  return variables;
}

/** The variables that choose one of the series of spans, traces and sessions in a document. */
export function selectTab(tab: ProjectTab) {
  return { ofSpans: tab === 'spans', ofTraces: tab === 'traces', ofSessions: tab === 'sessions' };
}

/** How a chart is loaded, with the types of its document. */
interface Source<Answer extends ProjectAnswer, Variables, Data> {
  document: TypedDocument<Answer, Variables>;
  toVariables: (common: BinVariables) => Variables;
  read: (project: ProjectOf<Answer>) => Data;
}

/** Lets the types of a chart over time follow from its document. */
export function defineSeries<Answer extends ProjectAnswer, Variables>(
  chart: Omit<SeriesDefinition, keyof Source<never, never, never>> &
    Source<Answer, Variables, SeriesData>,
) {
  return chart;
}

/** Lets the types of a ranking follow from its document. */
export function defineRanking<Answer extends ProjectAnswer, Variables>(
  chart: Omit<RankingDefinition, 'kind' | keyof Source<never, never, never>> &
    Source<Answer, Variables, RankingData>,
) {
  return { ...chart, kind: 'ranking' as const };
}

/** Returns the project in an answer; undefined if it has been deleted. */
export function readProject<Answer extends ProjectAnswer>(
  answer: Answer | undefined,
): ProjectOf<Answer> | undefined {
  return answer?.node.__typename === 'Project' ? (answer.node as ProjectOf<Answer>) : undefined;
}

/** Takes series from points in time. */
export function toSeries<Point extends { timestamp: string }>(
  points: readonly Point[],
  columns: readonly (Omit<ChartSeries, 'values'> & { read: (point: Point) => number | null })[],
): SeriesData {
  return {
    timestamps: points.map(({ timestamp }) => timestamp),
    series: columns.map(({ read, ...series }) => ({ ...series, values: points.map(read) })),
  };
}
