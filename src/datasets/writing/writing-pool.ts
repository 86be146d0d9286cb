import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { Env } from '../../config/env.js';
import { connectionOptions } from '../../database/connection.js';

/** Injection token of the connections over which examples are written. */
export const WRITING_POOL = Symbol('dataset writing pool');

/** The same for uploads that are stored while they are received: theirs take as long as the sender. */
export const STREAMING_POOL = Symbol('dataset streaming pool');

/** As many are stored at once from either pool; others wait. */
const CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 10_000;

/** Rows on their way are kept in memory up to here, instead of going to a file and back. */
const TEMP_BUFFERS = '16MB';

/** Connections of their own, opened when needed and closed again: readers never wait for writers. */
export function createWritingPool(env: Env & { databaseUrl?: string | undefined }): pg.Pool {
  const logger = new Logger('datasets');
  const { options, ...settings } = connectionOptions({
    url: env.databaseUrl ?? '',
    schema: env.databaseSchema,
  });
  const pool = new pg.Pool({
    ...settings,
    // Statements run once and over many rows: compiling them does not pay.
    options: `${options} -c temp_buffers=${TEMP_BUFFERS} -c jit=off`,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection may break between two statements; the next one then fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  return pool;
}
