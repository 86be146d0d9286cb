import { setImmediate as nextTurn } from 'node:timers/promises';

/** How much of a turn of the event loop background work may use up before it leaves the rest to the next one. */
const SHORT_MS = 10;

/** When the first of the callers in this turn went on; null if none has. */
let startedAt: number | null = null;

let last: Promise<void> = Promise.resolve();

/**
 * Returns what waits for the next turn of the event loop once the caller itself has worked for a while. For an
 * answer that somebody waits for, which does not line up with background work.
 */
export function startShortTurns(): () => Promise<void> {
  let begunAt = performance.now();
  return async () => {
    if (performance.now() - begunAt <= SHORT_MS) return;
    await nextTurn();
    begunAt = performance.now();
  };
}

/**
 * Waits for the next turn of the event loop if the callers before have held this one for a while. Called
 * between pieces of work that take some milliseconds each, so that those of many evaluations, which the answers
 * of the database let go on at once, do not add up, and requests come in between. One caller goes on after the other.
 */
export function keepTurnShort(): Promise<void> {
  last = last.then(waitIfLong);
  return last;
}

async function waitIfLong(): Promise<void> {
  while (elapsedMs() > SHORT_MS) await nextTurn();
}

function elapsedMs(): number {
  if (startedAt === null) {
    startedAt = performance.now();
    setImmediate(() => {
      startedAt = null;
    });
  }
  return performance.now() - startedAt;
}
