import { z } from 'zod';
import { cut, type PricedCounts } from '../calls/answer.js';
import { end, periodStart, type TimeRange } from '../calls/inputs.js';
import type { Answer, Call } from '../calls/tool.js';

const CHART = `query ($id: ID!, $range: TimeRange!, $chart: ChartInput!, $bins: TimeBinConfig) {
  node(id: $id) {
    ... on Project {
      chartSeries(timeRange: $range, chart: $chart, timeBinConfig: $bins) {
        bins isEstimated otherCount pricedSpans { spanCount unpricedSpanCount }
        groups { key isOther value rowCount values }
      }
    }
  }
}`;

/** The values of a chart. */
export interface Series {
  bins: string[];
  isEstimated: boolean;
  /** Groups that are not shown by themselves. */
  otherCount: number;
  /** Null unless the figure is a cost. */
  pricedSpans: PricedCounts | null;
  groups: {
    key: string | null;
    isOther: boolean;
    value: number;
    rowCount: number;
    values: (number | null)[];
  }[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The longest range of each unit of a series, so that it has few enough values to read. */
const UNITS: [longestMs: number, bin: Bin][] = [
  [3 * HOUR_MS, { scale: 'MINUTE', step: 5 }],
  [2 * DAY_MS, { scale: 'HOUR', step: 1 }],
  [8 * DAY_MS, { scale: 'HOUR', step: 6 }],
  [60 * DAY_MS, { scale: 'DAY', step: 1 }],
  [400 * DAY_MS, { scale: 'WEEK', step: 1 }],
];

interface Bin {
  scale: string;
  step: number;
}

const KEY_CHARACTERS = 200;

/** The lengths of parts of a range that a caller can choose. */
const BINS = ['minute', 'hour', 'day', 'week', 'month'] as const;

/** The part of a tool's input that says which values of a figure to return. */
export const SERIES_INPUT = {
  start: periodStart,
  end,
  over_time: z
    .boolean()
    .default(true)
    .describe('Whether to return a value for each part of the range.'),
  bin: z
    .enum(BINS)
    .optional()
    .describe('Length of the parts; chosen to fit the range if left out.'),
  groups: z.int().min(1).max(20).default(10).describe('How many groups to return.'),
};

/** Returns what was chosen, or what fits the range. */
export function chooseBin(
  { start, end }: Required<TimeRange>,
  chosen?: (typeof BINS)[number],
): Bin {
  if (chosen) return { scale: chosen.toUpperCase(), step: 1 };
  const length = Date.parse(end) - Date.parse(start);
  return UNITS.find(([longestMs]) => length <= longestMs)?.[1] ?? { scale: 'MONTH', step: 1 };
}

/** Writes the groups of a chart, with their keys if it is grouped. */
export function presentSeries(series: Series, isGrouped: boolean): Answer {
  return {
    ...(series.isEstimated && { note: 'Estimated from a random sample.' }),
    ...(series.bins.length > 0 && { bins: series.bins }),
    groups: series.groups.map(({ key, isOther, value, rowCount, values }) => ({
      ...(isGrouped && {
        key: isOther ? `${series.otherCount} others` : key && cut(key, KEY_CHARACTERS),
      }),
      value: round(value),
      row_count: rowCount,
      ...(values.length > 0 && { values: values.map((one) => (one === null ? null : round(one))) }),
    })),
  };
}

/** Reads a chart of a project. */
export async function readSeries(
  call: Call,
  variables: { id: string; range: object; bins: Bin | null; chart: object },
): Promise<Series> {
  const { node } = await call.graphql<{ node: { chartSeries: Series } }>(CHART, variables);
  return node.chartSeries;
}

/** Four digits are enough to compare figures, and take fewer tokens. */
function round(value: number): number {
  return Number(Math.abs(value) >= 1_000 ? value.toFixed(0) : value.toPrecision(4));
}
