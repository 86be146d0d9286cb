import { formatTick, getZoneOffset } from '../../lib/time/time.js';

/** The bins of a chart over time, or of one with a bin for each thing in order of time. */
export interface TimeAxis {
  /** When each bin begins, in milliseconds. */
  starts: readonly number[];
  /** When the last bin ends. */
  end: number;
  /** The name of each bin, if that is not its time. */
  names?: readonly string[];
  /** The bins with a label below them. */
  ticks: readonly { index: number; label: string }[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Distances between labels; multiples of a day are counted from a Monday. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28].map((count) => count * DAY),
];
const MONDAY = 4 * DAY;

/** How many labels fit below a narrow chart. */
const MAX_TICKS = 5;

/** Behind this share of the chart, a label would not fit. */
const LAST_TICK = 0.88;

/**
 * Returns the axis for bins, with labels where a round local time begins.
 * @param binMs how long the last bin is.
 */
export function buildTimeAxis(timestamps: readonly string[], binMs: number): TimeAxis {
  const starts = timestamps.map((time) => Date.parse(time));
  const end = (starts.at(-1) ?? 0) + binMs;
  const bins = starts.map((start, index) => ({ index, local: start + getZoneOffset(start) }));
  const chosen = chooseTicks(bins, binMs);
  const spacing = chosen.length > 1 ? starts[chosen[1]!]! - starts[chosen[0]!]! : end - starts[0]!;
  return {
    starts,
    end,
    ticks: chosen
      .filter((index) => index / starts.length <= LAST_TICK)
      .map((index) => ({ index, label: formatTick(starts[index]!, spacing) })),
  };
}

/** Returns an axis with a bin for each thing. Only its short label fits below the chart. */
export function buildNamedAxis(things: readonly { name: string; label: string }[]): TimeAxis {
  const every = Math.max(1, Math.ceil(things.length / MAX_TICKS));
  return {
    starts: things.map((_, index) => index),
    end: things.length,
    names: things.map(({ name }) => name),
    ticks: things.flatMap(({ label }, index) => (index % every === 0 ? [{ index, label }] : [])),
  };
}

function chooseTicks(bins: readonly { index: number; local: number }[], binMs: number): number[] {
  for (const step of STEPS.filter((ms) => ms >= binMs)) {
    const fitting = bins.filter(({ local }) => (local - MONDAY) % step === 0);
    if (fitting.length > 1 && fitting.length <= MAX_TICKS) {
      return fitting.map(({ index }) => index);
    }
  }
  const every = Math.ceil(bins.length / MAX_TICKS);
  return bins.filter(({ index }) => index % every === 0).map(({ index }) => index);
}
