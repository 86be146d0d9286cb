import { BadRequestError } from '../errors/errors.js';

/** The unit of the bins of a time series. */
export enum TimeBinScale {
  MINUTE = 'MINUTE',
  HOUR = 'HOUR',
  DAY = 'DAY',
  WEEK = 'WEEK',
  MONTH = 'MONTH',
  YEAR = 'YEAR',
}

/** The division of a range into bins. */
export interface TimeBinConfig {
  scale: TimeBinScale;
  /** Minutes by which the local time is ahead of UTC. */
  utcOffsetMinutes: number;
  /** How many units each bin covers. */
  step: number;
}

const MINUTE_MS = 60_000;

/** The most bins of a series. */
export const MAX_BINS = 2_000;

/** Lengths of the units that are always equally long, and of a month at its shortest. */
const LENGTH_MS: Record<TimeBinScale, number> = {
  MINUTE: MINUTE_MS,
  HOUR: 60 * MINUTE_MS,
  DAY: 1_440 * MINUTE_MS,
  WEEK: 7 * 1_440 * MINUTE_MS,
  MONTH: 28 * 1_440 * MINUTE_MS,
  YEAR: 365 * 1_440 * MINUTE_MS,
};

/** The first Monday after 1970 began, so that weeks begin on Mondays. */
const FIRST_MONDAY_MS = 4 * 1_440 * MINUTE_MS;

/** PostgreSQL has no year 0. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

/**
 * Lists the beginnings of the bins from the one that contains the start to the last one that begins
 * before the end. Bins begin where the local time is a multiple of their length.
 * @throws BadRequestError if there are too many.
 */
export function listBins(
  { start, end }: { start: Date; end: Date },
  { scale, utcOffsetMinutes, step }: TimeBinConfig,
): Date[] {
  if (end <= start) return [];
  const offset = utcOffsetMinutes * MINUTE_MS;
  if ((end.getTime() - start.getTime()) / (LENGTH_MS[scale] * step) > MAX_BINS) {
    throw new BadRequestError(
      `The time range has more than ${MAX_BINS} bins. Choose a shorter range or longer bins.`,
    );
  }
  const bins: Date[] = [];
  const first = findBin(start.getTime() + offset, scale, step);
  for (let index = first; ; index++) {
    const bin = new Date(Math.max(EARLIEST_MS, toTime(index, scale, step) - offset));
    if (bins.length > 0 && bin >= end) return bins;
    bins.push(bin);
  }
}

/** Returns the number of the bin that contains a local time. */
function findBin(local: number, scale: TimeBinScale, step: number): number {
  const date = new Date(local);
  if (scale === TimeBinScale.YEAR) return Math.floor(date.getUTCFullYear() / step);
  if (scale === TimeBinScale.MONTH) {
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / step);
  }
  const origin = scale === TimeBinScale.WEEK ? FIRST_MONDAY_MS : 0;
  return Math.floor((local - origin) / (LENGTH_MS[scale] * step));
}

/** Returns the local time at which a bin begins. */
function toTime(index: number, scale: TimeBinScale, step: number): number {
  const units = index * step;
  if (scale === TimeBinScale.YEAR) return fromYear(units, 0);
  if (scale === TimeBinScale.MONTH) return fromYear(Math.floor(units / 12), units % 12);
  const origin = scale === TimeBinScale.WEEK ? FIRST_MONDAY_MS : 0;
  return origin + units * LENGTH_MS[scale];
}

/** Returns the start of a month in UTC, in milliseconds. `Date.UTC` would take years below 100 for years of the last century. */
function fromYear(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}
