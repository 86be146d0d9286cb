import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isTransient } from '../../database/db-errors.js';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 20;

/** Runs `work` on one connection, in one transaction. */
export async function inWriteTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    // A connection in an unknown state is closed, which also ends its transaction.
    client.release(broken);
  }
}

/**
 * Runs a part of a transaction, and again when PostgreSQL ended it for the sake of another one; what
 * was done before it in the transaction stays. Locks that it took are given back in between.
 */
export async function withRetries<T>(client: pg.ClientBase, part: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await client.query('SAVEPOINT part');
    try {
      const result = await part();
      await client.query('RELEASE SAVEPOINT part');
      return result;
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await client.query('ROLLBACK TO SAVEPOINT part');
      // At random, so that two which met do not meet again.
      await sleep(FIRST_PAUSE_MS * 2 ** attempt * Math.random());
    }
  }
}
