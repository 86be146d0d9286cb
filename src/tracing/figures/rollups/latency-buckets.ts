const BUCKETS_PER_DECADE = 100;
const FIRST_DECADE = 2;
const LAST_DECADE = 11;

/**
 * Where buckets of durations begin, in microseconds: from 0.1 ms to a day, each 2% above the last
 * one. Stored days refer to their numbers, so whoever changes them must also flag all quarters as
 * changed.
 */
const BOUNDS = Array.from(
  { length: (LAST_DECADE - FIRST_DECADE) * BUCKETS_PER_DECADE + 1 },
  (_, index) => Math.round(10 ** (FIRST_DECADE + index / BUCKETS_PER_DECADE)),
);

const BOUNDS_SQL = `'{${[...new Set(BOUNDS)].join(',')}}'::bigint[]`;

/** SQL for the number of the bucket of a duration in microseconds. */
export function bucketOf(duration: string): string {
  return `width_bucket(${duration}, ${BOUNDS_SQL})`;
}
