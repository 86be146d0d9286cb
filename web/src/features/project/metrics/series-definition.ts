import type {
  ChartKind,
  ChartSeries,
  ValueFormat,
} from '../../../components/charts/chart-series.js';
import type { PricedCounts } from '../../../components/costs/cost-fields.js';
import type { TypedDocument } from '../../../lib/data/graphql-request.js';
import type { ListTarget } from './list-target.js';
import type { MetricsPeriod } from './use-period.js';

/** The answer to a query for the project. */
export interface ProjectAnswer {
  node: { __typename: string };
}

/** The project in an answer. */
export type ProjectOf<Answer extends ProjectAnswer> = Extract<
  Answer['node'],
  { __typename: 'Project' }
>;

/** The variables of all series. */
export type SeriesVariables = RankingVariables & Pick<MetricsPeriod, 'timeBinConfig'>;

/** The variables of all rankings. */
export type RankingVariables = {
  id: string;
  /** A condition on the traces that everything belongs to. */
  traceFilterCondition: string | null;
} & Pick<MetricsPeriod, 'timeRange'>;

/** What a chart over time shows. */
export interface SeriesData {
  timestamps: string[];
  series: ChartSeries[];
  /** How to draw it, if that depends on the data. */
  kind?: ChartKind;
  format?: ValueFormat;
  /** What is shown, in small type, if that depends on the data. */
  note?: string | undefined;
  /** What the costs that are shown do not contain. */
  priced?: PricedCounts | null;
}

/** A chart over time. */
export interface SeriesDefinition<Answer extends ProjectAnswer, Variables = SeriesVariables> {
  title: string;
  /** What is counted, in small type. */
  note?: string;
  kind: ChartKind;
  format: ValueFormat;
  document: TypedDocument<Answer, Variables>;
  /** Adds the variables that only this chart has. */
  toVariables: (common: SeriesVariables) => Variables;
  read: (project: ProjectOf<Answer>) => SeriesData;
  /** Shown if there are no values. */
  empty: string;
  /** The list of what is counted; undefined if there is none. */
  target: ListTarget | undefined;
  /** Returns the condition for what one series counts. */
  filterOf?: (seriesKey: string) => string | undefined;
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

/** A list of the largest groups. */
export interface RankingDefinition<Answer extends ProjectAnswer, Variables = RankingVariables> {
  title: string;
  note?: string;
  document: TypedDocument<Answer, Variables>;
  /** Adds the variables that only this ranking has. */
  toVariables: (common: RankingVariables) => Variables;
  read: (project: ProjectOf<Answer>) => RankedItem[];
  /** What is shown, in small type, if that depends on the data. */
  readNote?: (project: ProjectOf<Answer>) => string | undefined;
  /** Counts what the costs that are shown do not contain. */
  readPriced?: (project: ProjectOf<Answer>) => PricedCounts | null;
  /** Shown if there are no rows. */
  empty: string;
  target: ListTarget | undefined;
}

/** Defines a chart without variables of its own. */
export function defineSeries<Answer extends ProjectAnswer>(
  definition: Omit<SeriesDefinition<Answer>, 'toVariables'>,
): SeriesDefinition<Answer> {
  return { ...definition, toVariables: (common) => common };
}

/** Lets the types of a definition follow from its document. */
export function defineRanking<Answer extends ProjectAnswer>(
  definition: Omit<RankingDefinition<Answer>, 'toVariables'>,
): RankingDefinition<Answer> {
  return { ...definition, toVariables: (common) => common };
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
