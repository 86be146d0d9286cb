/**
 * The distribution of the values of a histogram: the first bucket has those up to the first bound, the next
 * ones those above a bound and up to the one after, and the last bucket those above all bounds.
 */
export interface Buckets {
  bounds: number[];
  counts: number[];
}

/** Buckets of an exponential histogram on one side of zero: the first has the index `offset`. */
export interface ExponentialBuckets {
  offset: number;
  counts: number[];
}

/** The parts of an exponential histogram. */
export interface ExponentialHistogram {
  scale: number;
  zeroCount: number;
  positive: ExponentialBuckets;
  negative: ExponentialBuckets;
}

/** Exporters send up to 160 on each side of zero. */
const MAX_BUCKETS = 500;

/** Returns the buckets of a histogram; null if it has none, too many, or some that contradict each other. */
export function toBuckets(bounds: readonly number[], counts: readonly number[]): Buckets | null {
  if (bounds.length === 0 || counts.length !== bounds.length + 1) return null;
  const isAscending = bounds.every((bound, at) => at === 0 || bound > bounds[at - 1]!);
  if (!isAscending || !bounds.every(Number.isFinite)) return null;
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return null;
  const buckets = withoutGaps(bounds, counts);
  return buckets.bounds.length < MAX_BUCKETS ? buckets : null;
}

/** Returns the buckets of an exponential histogram with bounds like those of others. */
export function fromExponential({
  scale,
  zeroCount,
  positive,
  negative,
}: ExponentialHistogram): Buckets | null {
  const above = boundsOf(positive, scale);
  const below = boundsOf(negative, scale)
    .map((bound) => -bound)
    .toReversed();
  return toBuckets(
    [...below, 0, ...above],
    [
      ...(below.length > 0 ? [0, ...negative.counts.toReversed()] : []),
      zeroCount,
      ...(above.length > 0 ? [0, ...positive.counts] : []),
      0,
    ],
  );
}

/** Returns the bounds as powers of one base, so that those of two points with one scale are equal. */
function boundsOf({ offset, counts }: ExponentialBuckets, scale: number): number[] {
  if (counts.length === 0) return [];
  return Array.from({ length: counts.length + 1 }, (_, at) => 2 ** ((offset + at) * 2 ** -scale));
}

/** Joins empty buckets beside each other, of which sparse histograms have many. */
function withoutGaps(bounds: readonly number[], counts: readonly number[]): Buckets {
  const kept: Buckets = { bounds: [], counts: [counts[0]!] };
  for (const [at, bound] of bounds.entries()) {
    const count = counts[at + 1]!;
    const isGap = count === 0 && kept.counts.at(-1) === 0 && kept.bounds.length > 0;
    if (isGap) continue;
    kept.bounds.push(bound);
    kept.counts.push(count);
  }
  return kept;
}
