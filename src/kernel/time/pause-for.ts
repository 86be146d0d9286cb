import { setTimeout as sleep } from 'node:timers/promises';

/** Ends early if the signal is aborted. Does not keep the process alive. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** The share of time that a loop in the background leaves to others. */
export interface Pace {
  /** How many times as long as it works it pauses, while it is no further behind than `calm`. */
  max: number;
  /** The same, however far it is behind. */
  min: number;
  /** In seconds, or whatever else tells how far behind it is. */
  calm: number;
}

/**
 * However long a step took, because others may wait for the loop, too. Much less would put the work that a burst
 * leaves behind into the burst.
 */
const MAX_PAUSE_MS = 5_000;

/** Pauses some times as long as a step took, but never for long. Ends early if the signal is aborted. */
export async function pauseAfter(
  tookMs: number,
  pauses: number,
  signal: AbortSignal,
): Promise<void> {
  await pauseFor(boundPause(tookMs * pauses), signal);
}

/** Returns the pause in milliseconds, or less if it would be long. */
export function boundPause(ms: number): number {
  return Math.min(ms, MAX_PAUSE_MS);
}

/**
 * Returns how many times as long as it works a loop pauses. At twice the calm distance it is half as many,
 * and so on, so that the loop keeps up with work that arrives all the time.
 */
export function choosePauses({ max, min, calm }: Pace, behind: number): number {
  return Math.max(min, max / Math.max(1, behind / calm));
}
