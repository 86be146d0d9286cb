/** How fast data may fill a disk if nothing else is known, in bytes per second. */
const FAST = 256 * 1024 * 1024;

/** Looks at the storage while its room could be used up. */
const LOOKS = 4;

/** Before the next look, in milliseconds. */
export interface PauseBounds {
  min: number;
  max: number;
}

/**
 * Returns when to look at the storage again, in milliseconds, so that a fast sender cannot use all of
 * it in between: after a fraction of the time in which the room could be used up. Without room, nothing is
 * stored, so the pause is the longest.
 * @param room until nothing new is stored, in bytes; Infinity without a limit.
 * @param rate at which it was used lately, in bytes per second; slower ones count as fast.
 */
export function choosePause(room: number, rate: number, { min, max }: PauseBounds): number {
  if (room <= 0) return max;
  const seconds = room / Math.max(rate, FAST) / LOOKS;
  return Math.min(Math.max(seconds * 1000, min), max);
}
