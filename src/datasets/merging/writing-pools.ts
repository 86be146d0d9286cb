import { Logger } from '@nestjs/common';
import type { Distributed } from '../../kernel/sql/distribution.js';
import type { OpenedDatabase } from '../../database/opened-database.js';
import type pg from 'pg';
import type { Env } from '../../config/env.js';
import { connectionOptions } from '../../database/connection.js';
import { repeatIfAborted } from '../../database/database-writer.js';
import { defineScopedPool } from '../../database/scoped-pool.js';
import { isTransient } from '../../kernel/errors/database-errors.js';

/** Connections for writers, and where the tables are that they reach. */
export type WritingPool = Distributed<pg.Pool>;

/** Injection token of the connections that write examples. */
export const WRITING_POOL = Symbol('dataset writing pool');

/**
 * Like `WRITING_POOL`, for uploads that are stored while they arrive, which take as long as their
 * sender.
 */
export const STREAMING_POOL = Symbol('dataset streaming pool');

/** Maximum simultaneous writers in each pool; others wait. */
const CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 10_000;

/** Staged rows stay in memory up to this size; beyond it, they go to a file. */
const TEMP_BUFFERS = '16MB';

/** Separate connections, opened on demand, so that readers never wait for writers. */
export function createWritingPool(
  env: Env & { databaseUrl?: string | undefined },
  opened: OpenedDatabase,
): WritingPool {
  const logger = new Logger('datasets');
  const { options, ...settings } = connectionOptions({
    url: env.databaseUrl ?? '',
    schema: env.databaseSchema,
  });
  const pool = new (defineScopedPool(env.databaseSchema))({
    ...settings,
    // Each statement runs only once, so compiling it costs more than it saves.
    options: `${options} -c temp_buffers=${TEMP_BUFFERS} -c jit=off`,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
  });
  // If a connection breaks between two statements, the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  // Not known yet.
  return Object.defineProperty(pool, 'distribution', {
    get: () => opened.distribution,
  }) as WritingPool;
}

/** Runs `work` on one connection, in one transaction. */
export async function inWriteTransaction<T>(
  pool: WritingPool,
  work: (client: Distributed<pg.ClientBase>) => Promise<T>,
): Promise<T> {
  const client = Object.assign(await pool.connect(), { distribution: pool.distribution });
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
    // Close a connection in an unknown state, which also ends its transaction.
    client.release(broken);
  }
}

/**
 * Runs part of a transaction, and repeats it if PostgreSQL aborts it because of another
 * transaction. Earlier changes of the transaction remain. Locks that the part took are released
 * before it repeats.
 */
export function withRetries<T>(client: pg.ClientBase, part: () => Promise<T>): Promise<T> {
  return repeatIfAborted(async () => {
    await client.query('SAVEPOINT part');
    try {
      const result = await part();
      await client.query('RELEASE SAVEPOINT part');
      return result;
    } catch (error) {
      if (isTransient(error)) await client.query('ROLLBACK TO SAVEPOINT part');
      throw error;
    }
  });
}
