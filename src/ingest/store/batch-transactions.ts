import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { DomainError, UnavailableError } from '../../kernel/errors/errors.js';

/** The kinds of database errors, by how a writer continues after them. */
type ErrorKind =
  /** Another transaction conflicted; a retry can succeed. */
  | 'conflict'
  /** A value in the data can never be stored. */
  | 'data'
  /** The database cannot store it now: it is gone, starting or full, or the error is unexpected. */
  | 'unavailable';

const CONFLICTS = new Set([
  '23505', // unique_violation: another server has just stored the same span
  '23503', // foreign_key_violation: the project has just been deleted
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
]);

/** Data exceptions, limits such as the size of an index row, and constraints of a single row. */
const DATA_ERROR = /^(22|54|23502|23514)/;

/** After this many conflicts in a row, the sender must retry. */
const ATTEMPTS = 12;
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 250;

/**
 * While the database is unavailable, every batch fails in the same way, so one report is enough.
 */
const REPORT_EVERY_MS = 10_000;

export function classifyError(error: unknown): ErrorKind {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'unavailable';
  if (CONFLICTS.has(code)) return 'conflict';
  return DATA_ERROR.test(code) ? 'data' : 'unavailable';
}

/** Runs the transactions that store batches of what was sent. */
export class BatchTransactions {
  private readonly logger = new Logger('ingest');
  private reportedAt = 0;

  /** @param what is stored, in the plural, for messages. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly what: string,
  ) {}

  /** Runs one transaction, and retries it as long as others conflict. */
  async runRetried<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.run(work);
      } catch (error) {
        if (classifyError(error) !== 'conflict' || attempt === ATTEMPTS) throw error;
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
        await sleep(pause * (0.5 + Math.random()));
      }
    }
  }

  async run<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (classifyError(error) === 'unavailable') broken = error as Error;
      else await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      // Close a connection in an unknown state, which also ends its transaction.
      client.release(broken);
    }
  }

  /** Returns the error for senders, who should retry, and reports its cause. */
  unavailable(error: unknown): DomainError {
    if (error instanceof DomainError) return error;
    if (Date.now() - this.reportedAt >= REPORT_EVERY_MS) {
      this.reportedAt = Date.now();
      this.logger.error(
        { err: error },
        `${this.what} cannot be stored; their senders should retry`,
      );
    }
    return new UnavailableError(
      `The database currently cannot store ${this.what}. Send them again later.`,
      2,
    );
  }
}
