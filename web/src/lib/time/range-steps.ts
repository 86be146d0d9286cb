import type { TimeRangeSearch } from './time-range.js';

/** A step from one time range to another. */
export type RangeStep = 'earlier' | 'later' | 'in' | 'out';

const MINUTE_MS = 60_000;
/** For a range that ends this close to now, new data belongs to it. */
const CLOSE_MS = MINUTE_MS;

/**
 * Returns the range half a range earlier or later, or half or twice as long around the same middle. It
 * never goes beyond now, and one that reaches up to now has no end. Undefined if there is nowhere to go.
 */
export function stepRange(
  start: number,
  end: number,
  step: RangeStep,
  now: number,
): TimeRangeSearch | undefined {
  const last = Math.min(end, now);
  const length = Math.max(last - start, MINUTE_MS);
  const [from, to] = {
    earlier: [start - length / 2, last - length / 2],
    later: [start + length / 2, last + length / 2],
    in: [start + length / 4, last - length / 4],
    out: [start - length / 2, last + length / 2],
  }[step] as [number, number];
  if (step === 'later' && last > now - CLOSE_MS) return undefined;
  if (step === 'in' && length < 2 * MINUTE_MS) return undefined;
  const isUpToNow = to > now - CLOSE_MS;
  // Moved back by what would be in the future.
  const first = isUpToNow ? from - (to - now) : from;
  return {
    timeRangeStart: toText(Math.max(0, first)),
    timeRangeEnd: isUpToNow ? undefined : toText(to),
  };
}

function toText(time: number): string {
  return new Date(time).toISOString();
}
