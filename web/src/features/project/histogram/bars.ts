import type { TimeBins } from '../../../lib/time/time-bins.js';

/** A part of a bar. The tone determines its color. */
export interface BarPart {
  tone: 'ok' | 'unset' | 'error' | 'first' | 'second';
  value: number;
}

/** A bin of time, with its parts from bottom to top. */
export interface Bar {
  start: number;
  end: number;
  parts: BarPart[];
}

interface Point {
  timestamp: string;
}

interface CountPoint extends Point {
  okCount: number;
  unsetCount: number;
  errorCount: number;
}

interface LatencyPoint extends Point {
  p50: number | null;
  p99: number | null;
}

interface TokenPoint extends Point {
  prompt: number;
  completion: number;
}

interface CostPoint extends Point {
  promptCost: number | null;
  completionCost: number | null;
}

export function toCountBars(points: readonly CountPoint[], bins: TimeBins): Bar[] {
  return toBars(points, bins, ({ okCount, unsetCount, errorCount }) => [
    { tone: 'error', value: errorCount },
    { tone: 'ok', value: okCount },
    { tone: 'unset', value: unsetCount },
  ]);
}

/** The lower part reaches up to the median, the whole bar up to the 99th percentile. */
export function toLatencyBars(points: readonly LatencyPoint[], bins: TimeBins): Bar[] {
  return toBars(points, bins, ({ p50, p99 }) => [
    { tone: 'first', value: p50 ?? 0 },
    { tone: 'second', value: (p99 ?? 0) - (p50 ?? 0) },
  ]);
}

export function toTokenBars(points: readonly TokenPoint[], bins: TimeBins): Bar[] {
  return toBars(points, bins, ({ prompt, completion }) => [
    { tone: 'first', value: prompt },
    { tone: 'second', value: completion },
  ]);
}

export function toCostBars(points: readonly CostPoint[], bins: TimeBins): Bar[] {
  return toBars(points, bins, ({ promptCost, completionCost }) => [
    { tone: 'first', value: promptCost ?? 0 },
    { tone: 'second', value: completionCost ?? 0 },
  ]);
}

function toBars<P extends Point>(
  points: readonly P[],
  bins: TimeBins,
  toParts: (point: P) => BarPart[],
): Bar[] {
  const starts = points.map(({ timestamp }) => Date.parse(timestamp));
  return points.map((point, index) => {
    const start = starts[index]!;
    return { start, end: starts[index + 1] ?? start + bins.ms, parts: toParts(point) };
  });
}

/** Returns the height of a bar. */
export function sumParts({ parts }: Bar): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

/** Returns the value of the part with a tone. */
export function partOf({ parts }: Bar, tone: BarPart['tone']): number {
  return parts.find((part) => part.tone === tone)?.value ?? 0;
}
