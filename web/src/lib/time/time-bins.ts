import type { TimeRangeSearch } from './time-range.js';

/** How the server divides a range into bins. */
export interface TimeBins {
  scale: 'MINUTE' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
  /** How many units each bin covers. */
  step: number;
  /** The length of a bin, or of a long one if they differ. */
  ms: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const SCALES: readonly [scale: TimeBins['scale'], unit: number, steps: readonly number[]][] = [
  ['MINUTE', MINUTE, [1, 2, 5, 10, 15, 30]],
  ['HOUR', HOUR, [1, 2, 3, 6, 12]],
  ['DAY', DAY, [1, 2]],
  ['WEEK', 7 * DAY, [1, 2]],
  ['MONTH', 31 * DAY, [1, 3, 6]],
  ['YEAR', 366 * DAY, [1, 2, 5, 10, 20]],
];

const CHOICES: readonly TimeBins[] = SCALES.flatMap(([scale, unit, steps]) =>
  steps.map((step) => ({ scale, step, ms: unit * step })),
);

/** The most bars that can still be told apart and clicked. */
const MAX_BINS = 100;

/** Returns the shortest bins that divide a range into few enough of them. */
export function chooseTimeBins(start: number, end: number): TimeBins {
  const fitting = CHOICES.find(({ ms }) => (end - start) / ms <= MAX_BINS);
  return fitting ?? CHOICES.at(-1)!;
}

/** Returns the range of some bins as the URL stores it, without what lies before `from`. */
export function toTimeRange(start: number, end: number, from: number): TimeRangeSearch {
  return {
    timeRangeStart: new Date(Math.max(start, from)).toISOString(),
    timeRangeEnd: new Date(end).toISOString(),
  };
}
