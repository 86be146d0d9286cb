import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainError } from '../kernel/errors/errors.js';

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
/** A server that asks for more is not waited for any longer. */
const MAX_PAUSE_MS = 60_000;

/** A request failed for a reason that may pass. */
export class PassingError extends Error {
  override readonly name = 'PassingError';

  /**
   * @param lasting what to tell if it does not pass.
   * @param waitMs how long the server asks to wait.
   */
  constructor(
    readonly lasting: DomainError,
    readonly waitMs = 0,
  ) {
    super(lasting.message);
  }
}

/** Counts the attempts of one request. */
export class Retries {
  private failures = 0;

  /**
   * Waits before the next attempt.
   * @throws the error, if it does not pass by itself or this was the last attempt.
   */
  async pause(error: unknown): Promise<void> {
    if (!(error instanceof PassingError)) throw error;
    this.failures += 1;
    if (this.failures === ATTEMPTS) throw error.lasting;
    const pause = Math.max(FIRST_PAUSE_MS * 2 ** (this.failures - 1), error.waitMs);
    await sleep(Math.min(pause, MAX_PAUSE_MS));
  }
}
