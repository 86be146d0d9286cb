import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from './errors.js';

const ATTEMPTS = 10;

/**
 * Repeats work that cannot be done now, such as storing a span, for some time. For background work, as
 * nobody else would repeat it.
 * @throws UnavailableError if it is still impossible after ten attempts.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === ATTEMPTS) throw error;
      await sleep(error.retryAfterSeconds * 1000 * (0.75 + Math.random() / 2));
    }
  }
}
