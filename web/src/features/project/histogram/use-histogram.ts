import type { ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { chooseTimeBins, type TimeBins } from '../../../lib/time/time-bins.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import { getZoneOffset } from '../../../lib/time/time.js';
import { resolveRange, useFirstStart } from '../api/project-start.js';
import { useReloadOn } from '../../../lib/data/use-reload-on.js';
import type { FigureConditions } from '../query-bar/figure-conditions.js';
import type { ProjectTab } from '../tabs.js';
import { type Bar, toCostBars, toCountBars, toLatencyBars, toTokenBars } from './bars.js';
import { TimeSeriesQuery } from './time-series-query.js';

/** The measures of the bars of the histogram. */
export type Measure = 'count' | 'latency' | 'tokens' | 'cost';

/** The shortest time between two requests while new data arrives. */
const REST_MS = 10_000;

type SeriesNode = Extract<ResultOf<typeof TimeSeriesQuery>['node'], { __typename: 'Project' }>;

/** The bars of a histogram, and their measure. */
export interface HistogramScope {
  projectId: string;
  tab: ProjectTab;
  range: TimeRangeSearch;
  conditions: FigureConditions;
  /** Changes whenever new data has been stored. */
  version: number;
}

/** Reads the bars of a histogram. The old bars stay until new ones for the same range arrive. */
export function useHistogram(scope: HistogramScope, measure: Measure) {
  const { projectId: id, tab, range, conditions, version } = scope;
  const { isKnown, firstStart } = useFirstStart(id, range);
  const { data, error, reload } = useGraphqlQuery(
    TimeSeriesQuery,
    () => {
      const { start, end } = resolveRange(range, firstStart);
      const { scale, step } = chooseTimeBins(start, end);
      return {
        id,
        timeRange: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
        timeBinConfig: { scale, step, utcOffsetMinutes: Math.round(getZoneOffset(end) / 60_000) },
        ...conditions,
        isSearch: conditions.search !== null,
        [`${tab}_${measure}`]: true,
      };
    },
    {
      key: [id, tab, measure, range, conditions, firstStart],
      enabled: isKnown,
    },
  );
  useReloadOn(version, reload, REST_MS);
  const { start, end } = resolveRange(range, firstStart);
  const node = data?.node.__typename === 'Project' ? data.node : undefined;
  const bins = chooseTimeBins(start, end);
  const coveredFrom = node?.searchCoverage?.startTime;
  return {
    bars: node && readBars(node, tab, measure, bins),
    /** When the first span began that a search has looked into; undefined if it looked into all. */
    searchedFrom: coveredFrom ? Date.parse(coveredFrom) : undefined,
    start,
    end,
    error,
    reload,
  };
}

function readBars(node: SeriesNode, tab: ProjectTab, measure: Measure, bins: TimeBins): Bar[] {
  switch (measure) {
    case 'count':
      return toCountBars(node[`${tab}_count`]?.data ?? [], bins);
    case 'latency':
      return toLatencyBars(node[`${tab}_latency`]?.data ?? [], bins);
    case 'cost':
      return toCostBars(node[`${tab}_cost`]?.data ?? [], bins);
    default:
      return toTokenBars(node[`${tab}_tokens`]?.data ?? [], bins);
  }
}
