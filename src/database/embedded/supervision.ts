import { pauseFor } from '../../kernel/time/pause-for.js';
import { unplannedRestarts } from './supervision.metrics.js';

const LOOK_EVERY_MS = 2_000;

/** Before each attempt to restart. Together about two minutes, in which somebody may make room on a disk. */
const PAUSES_MS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];

/** A process that has run this long starts over with the first pause. */
const STABLE_MS = 5 * 60_000;

export interface SupervisedProcess {
  /** Returns whether the process runs. */
  isRunning(): Promise<boolean>;
  /** Starts the process again. Ends early if the signal is aborted. */
  restart(signal: AbortSignal): Promise<void>;
}

export interface Supervision {
  /** Resolves with the reason once it has given up. */
  failed: Promise<Error>;
  /** Stops looking, and resolves when no restart is running. */
  stop(): Promise<void>;
}

/**
 * Looks every two seconds whether PostgreSQL still runs, and restarts it if it has ended, with longer and
 * longer pauses. Gives up after some attempts in a row, also if it starts each time but soon ends.
 *
 * @param times in milliseconds; only tests set them.
 */
export function supervise(
  process: SupervisedProcess,
  log: (message: string) => void,
  times = { lookEvery: LOOK_EVERY_MS, pauses: PAUSES_MS, stable: STABLE_MS },
): Supervision {
  const stopping = new AbortController();
  let giveUp: (reason: Error) => void;
  const failed = new Promise<Error>((resolve) => (giveUp = resolve));
  const ended = watch(process, log, times, stopping.signal).then(
    (reason) => reason && giveUp(reason),
  );
  return {
    failed,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Returns why it gave up; null if it was stopped. */
async function watch(
  process: SupervisedProcess,
  log: (message: string) => void,
  times: { lookEvery: number; pauses: number[]; stable: number },
  signal: AbortSignal,
): Promise<Error | null> {
  let attempts = 0;
  let startedAt = performance.now();
  let reason = new Error('It ended soon after each start.');
  for (;;) {
    await pauseFor(times.lookEvery, signal);
    if (signal.aborted) return null;
    if (await process.isRunning()) {
      if (performance.now() - startedAt > times.stable) attempts = 0;
      continue;
    }
    const pause = times.pauses[attempts++];
    if (pause === undefined) return reason;
    log(
      `PostgreSQL has ended unexpectedly: restarting it in ${pause / 1000} s, attempt ${attempts}`,
    );
    await pauseFor(pause, signal);
    if (signal.aborted) return null;
    try {
      await process.restart(signal);
      unplannedRestarts.inc({ result: 'started' });
      log('PostgreSQL is running again');
      startedAt = performance.now();
    } catch (error) {
      if (signal.aborted) return null;
      unplannedRestarts.inc({ result: 'failed' });
      reason = error as Error;
      log(`PostgreSQL did not start: ${reason.message}`);
    }
  }
}
