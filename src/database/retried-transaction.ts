import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isTransient } from '../kernel/errors/database-errors.js';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/**
 * Runs `work` in a transaction, and repeats it if PostgreSQL aborts it because of another one
 * (deadlock, serialization failure). `work` must be safe to repeat.
 */
export function inRetriedTransaction<T>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return repeatIfAborted(() => dataSource.transaction(work));
}

/** Repeats a transaction, or a part of one, if PostgreSQL aborts it because of another transaction. */
export async function repeatIfAborted<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      // Random, so that two transactions that collided do not collide again.
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}
