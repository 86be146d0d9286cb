import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { createLogger } from '../../dist/src/kernel/logging/logger.js';
import { dataSourceOptions } from '../../dist/src/database/data-source.js';
import { EmbeddedPostgresError } from '../../dist/src/database/embedded/embedded-postgres-error.js';
import { startEmbeddedPostgres } from '../../dist/src/database/embedded/embedded-postgres.js';
import { migrate } from '../../dist/src/database/migrate.js';
import { JobQueueService } from '../../dist/src/job-queue/job-queue.service.js';
// Jest imports this file untransformed, so Node itself strips the types from its imports.
import {
  closeCitusDatabases,
  createTestDatabase,
  databaseUrl,
  dropTestDatabases,
  joinCitusDatabases,
  listCitusNodes,
  SERVER_URL_VARIABLE,
  TEMPLATE_DATABASE,
} from './database.ts';
import { createRunDirectory } from './run-directory.ts';
import { SetUpError } from './set-up-error.ts';

const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/**
 * Starts one PostgreSQL for the whole run and migrates the database that tests copy. Sets where
 * temporary files go. Runs with browser tests call this twice.
 */
export default async function setUp() {
  if (globalThis.testPostgres) return;
  const directory = await createRunDirectory();
  // When run as root, PostgreSQL uses a separate account. If that account cannot enter the folder,
  // the cluster is created elsewhere and never cleaned up.
  await chmod(directory, 0o755);
  const [coordinator] = listCitusNodes();
  const postgres = coordinator
    ? { url: coordinator, stop: async () => {} }
    : await startPostgres(join(directory, 'data'));
  globalThis.testPostgres = { directory, stop: () => postgres.stop() };
  if (!coordinator) await shortenSignIn(postgres.url);
  // Chromium shares memory between its processes in files here.
  process.env.TMPDIR = join(directory, 'tmp');
  await mkdir(process.env.TMPDIR, { mode: 0o777 });
  process.env[SERVER_URL_VARIABLE] = postgres.url;
  // Workers and child servers start faster if they reuse compiled code.
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  // Published clients would read a settings file from any parent directory.
  process.env.PHOENIX_DISCOVER_CONFIG = 'false';
  if (coordinator) await dropTestDatabases();
  await createTestDatabase({ name: TEMPLATE_DATABASE, migrated: false });
  if (coordinator) await joinCitusDatabases(TEMPLATE_DATABASE);
  await migrateTemplate();
  if (coordinator) await closeCitusDatabases(TEMPLATE_DATABASE);
}

async function startPostgres(dataDir) {
  try {
    return await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new SetUpError(error.message) : error;
  }
}

/**
 * Hashes the password once instead of 4,096 times for each connection, which took 0.8 ms of CPU time,
 * a quarter of the client's. The password is random, so nobody can guess it anyway.
 */
async function shortenSignIn(url) {
  const { username, password } = new URL(url);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('SET scram_iterations = 1');
  const role = client.escapeIdentifier(username);
  await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
  await client.end();
}

async function migrateTemplate() {
  const url = databaseUrl(TEMPLATE_DATABASE);
  const settings = { url, schema: undefined };
  const dataSource = new DataSource(dataSourceOptions({ ...settings, poolSize: 2 }));
  await migrate(settings, dataSource, createLogger({ level: 'error', structured: true }));
  // A database with open connections cannot be copied.
  await dataSource.destroy();
  // Otherwise each server would create the job tables.
  const jobs = new JobQueueService({
    databaseUrl: url,
    databaseSchema: undefined,
    runMigrations: true,
  });
  await jobs.start();
  await jobs.onApplicationShutdown();
}
