import type { Logger } from 'pino';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { connectionOptions, type ConnectionSettings } from './connection.js';

/**
 * Runs the migrations. If several servers start together, the first takes an advisory lock on a
 * separate connection; the others wait, and then find nothing to do.
 */
export async function migrate(
  settings: ConnectionSettings,
  dataSource: DataSource,
  log: Logger,
): Promise<void> {
  const client = new pg.Client(connectionOptions(settings));
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
    if (settings.schema) await createSchema(client, settings.schema);
    if (!dataSource.isInitialized) await dataSource.initialize();
    const done = await dataSource.runMigrations();
    for (const { name } of done) log.info({ migration: name }, 'migration applied');
  } finally {
    await client.end();
  }
}

/**
 * Creates the schema only if it is missing, because even with `IF NOT EXISTS` creation requires the
 * privilege.
 */
async function createSchema(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM pg_namespace WHERE nspname = $1`, [name]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
}
