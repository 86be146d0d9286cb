import { Logger } from '@nestjs/common';
import type { OpenedDatabase } from '../../database/opened-database.js';
import pg from 'pg';
import type { Env } from '../../config/env.js';
import { connectionOptions } from '../../database/connection.js';
import type { DatabaseActivity } from '../../database/database-activity.js';

/** Injection token of the connection pool for ingestion. */
export const INGEST_POOL = Symbol('ingest pool');

const CONNECT_TIMEOUT_MS = 5_000;
/** If the database does not respond for this long, the connection is closed. */
const QUERY_TIMEOUT_MS = 60_000;

/** Transactions with log records at a time. */
export const LOG_WRITERS = 2;
/** The same with points of metrics. */
export const METRIC_WRITERS = 1;

/**
 * Lets each writer use one connection to each worker of a cluster. By default it would use one for each
 * shard, all of which take part in the two-phase commit of every batch.
 */
const ONE_CONNECTION_PER_WORKER = `SET citus.max_adaptive_executor_pool_size = 1;
  SET citus.multi_shard_modify_mode = 'sequential'`;

/**
 * Ingestion has its own connections, so that readers cannot delay spans: one for each writer,
 * one for the checks of single requests, and one for what is recorded about senders. They are opened on first use.
 */
export function createIngestPool(
  env: Env & { databaseUrl?: string | undefined },
  activity: DatabaseActivity,
  opened: OpenedDatabase,
): pg.Pool {
  const logger = new Logger('ingest');
  const pool = new pg.Pool({
    ...connectionOptions({ url: env.databaseUrl ?? '', schema: env.databaseSchema }),
    max: env.ingest.writers + LOG_WRITERS + METRIC_WRITERS + 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    // If this fails, so does the query for which the connection was opened.
    // oxlint-disable-next-line no-misused-promises -- the pool waits for it, which its type does not say
    onConnect: async (client) => {
      if (opened.distribution.hasWorkers) await client.query(ONE_CONNECTION_PER_WORKER);
    },
  });
  // If a connection breaks between two queries of a transaction, the next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  activity.watch(pool);
  return pool;
}
