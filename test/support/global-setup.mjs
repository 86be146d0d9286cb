import { chmod, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { createLogger } from '../../dist/src/common/logging/logger.js';
import { dataSourceOptions } from '../../dist/src/database/data-source.js';
import { startEmbeddedPostgres } from '../../dist/src/database/embedded/embedded-postgres.js';
import { migrate } from '../../dist/src/database/migrate.js';
import { JobsService } from '../../dist/src/jobs/jobs.service.js';
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

/** Linux keeps the files here in memory. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;
const PREFIX = 'spandrel-test-';
const DAY_MS = 24 * 60 * 60 * 1000;

const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/**
 * Starts one PostgreSQL for the whole run and migrates the database that tests copy. Sets where
 * temporary files go. Runs with browser tests call this twice.
 */
export default async function setUp() {
  if (globalThis.testPostgres) return;
  const directory = await mkdtemp(join(await chooseDirectory(), PREFIX));
  // When run as root, PostgreSQL uses a separate account. If that account cannot enter the folder,
  // the cluster is created elsewhere and never cleaned up.
  await chmod(directory, 0o755);
  const [coordinator] = listCitusNodes();
  const postgres = coordinator
    ? { url: coordinator, stop: async () => {} }
    : await startEmbeddedPostgres({
        dataDir: join(directory, 'data'),
        durable: false,
        log: () => {},
      });
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

/**
 * Returns a directory in memory if it has room. Each test server gets a database of 700 files, and
 * ext4 takes long to create files soon after others were deleted.
 */
async function chooseDirectory() {
  const memory = await statfs(MEMORY).catch(() => null);
  if (memory) await removeAbandoned();
  const hasRoom = memory !== null && memory.bavail * memory.bsize >= NEEDED_BYTES;
  return hasRoom ? MEMORY : tmpdir();
}

/** Removes what runs have left in memory that were killed before yesterday. */
async function removeAbandoned() {
  for (const name of await readdir(MEMORY)) {
    if (!name.startsWith(PREFIX)) continue;
    const directory = join(MEMORY, name);
    const { mtimeMs } = await stat(directory);
    if (Date.now() - mtimeMs > DAY_MS) await rm(directory, { recursive: true, force: true });
  }
}

async function migrateTemplate() {
  const url = databaseUrl(TEMPLATE_DATABASE);
  const settings = { url, schema: undefined };
  const dataSource = new DataSource(dataSourceOptions({ ...settings, poolSize: 2 }));
  await migrate(settings, dataSource, createLogger({ level: 'error', structured: true }));
  // A database with open connections cannot be copied.
  await dataSource.destroy();
  // Otherwise each server would create the job tables.
  const jobs = new JobsService({
    databaseUrl: url,
    databaseSchema: undefined,
    runMigrations: true,
  });
  await jobs.start();
  await jobs.onApplicationShutdown();
}
