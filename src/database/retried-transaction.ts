import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { isTransient } from './db-errors.js';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/**
 * Runs `work` in a transaction, and again when PostgreSQL ended it for the sake of another one
 * (deadlock, serialization failure). `work` must do nothing that cannot be done twice.
 */
export async function inRetriedTransaction<T>(
  dataSource: DataSource,
  work: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await dataSource.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      // At random, so that two which met do not meet again.
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}
