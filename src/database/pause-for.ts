import { setTimeout as sleep } from 'node:timers/promises';

/** Ends early if the signal is aborted. Does not keep the process alive. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** How a loop in the background leaves time to others. */
export interface Pace {
  /** Pauses this many times as long as it works, as long as it is no further behind than `calm`. */
  most: number;
  least: number;
  /** Seconds, or whatever tells how far behind the loop is. */
  calm: number;
}

/**
 * Returns how many times as long as it works a loop pauses. At twice the calm distance it is half as many,
 * and so on, so that the loop keeps up with work that arrives all the time.
 */
export function choosePauses({ most, least, calm }: Pace, behind: number): number {
  return Math.max(least, most / Math.max(1, behind / calm));
}
