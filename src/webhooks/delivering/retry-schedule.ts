const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after failed attempts. Together they last a day. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  1 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  6 * HOUR_MS,
  8 * HOUR_MS,
];

/** The longest pause that a receiver can ask for. */
const MAX_PAUSE_MS = 6 * HOUR_MS;

/** Messages that failed together are not repeated together. */
const JITTER = 0.1;

/**
 * Returns how long to wait after a failed attempt; null if it was the last one.
 * @param attempts how many attempts failed so far.
 * @param retryAfterMs how long the receiver asks to wait.
 */
export function findPause(attempts: number, retryAfterMs: number | null): number | null {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS);
  return Math.round(Math.max(pause, asked) * (1 + Math.random() * JITTER));
}
