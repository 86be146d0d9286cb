import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';
import type { Env } from '../config/env.js';
import { getSqlState } from '../kernel/errors/database-errors.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import type { ConnectionSettings } from './connection.js';
import { dataSourceOptions, type MIGRATIONS } from './data-source.js';
import {
  areTracesDistributed,
  countWorkers,
  distribute,
  findDistribution,
} from './distribution.js';
import { isLockedOut, MigrationError, NewerDatabaseError } from './migration-error.js';
import { MigrationWatch } from './migration-watch.js';
import { OpenedDatabase } from './opened-database.js';
import { pauseFor } from '../kernel/time/pause-for.js';
import { createVisibleSchema } from './visible-schema.js';

/**
 * How long a statement waits for a lock. All who need the table wait behind it. Every fifth attempt
 * waits longer than a second, because only then does PostgreSQL stop an autovacuum.
 */
const LOCK_TIMEOUT_MS = 300;
const LONG_LOCK_TIMEOUT_MS = 1_500;
const LONG_EVERY = 5;
/** The pause after an attempt, in which senders catch up. */
const RETRY_MS = 2_000;
const GIVE_UP_AFTER_MS = 30 * 60_000;
/** How often to look whether the server that runs migrations has finished. */
const TURN_MS = 500;
const REPORT_EVERY_MS = 30_000;
/** Faster migrations are named only in the summary and, one by one, at the level `debug`. */
const LONG_MS = 1_000;
const MUST_BE_ZERO = '22023';

/** The traits of a migration that change how it runs. */
interface MigrationTraits {
  /**
   * False if each statement is its own transaction. All of them must then be safe to repeat, because an
   * interrupted migration starts again.
   */
  transaction?: boolean;
  /** True if servers that do not know the migration cannot use the database any longer. */
  isBreaking?: boolean;
}

interface MigrateOptions {
  /** Cancels the running statement and ends migrating. The next start goes on. */
  signal?: AbortSignal;
  /** How long to try to get the locks that a migration needs. */
  giveUpAfterMs?: number;
}

/**
 * Opens the database of an application and upgrades it, or verifies that another server has.
 * @returns and throws the same as `migrate`.
 */
export async function prepareDatabase(
  app: INestApplicationContext,
  env: Env & { databaseUrl: string },
  log: Logger,
  signal?: AbortSignal,
): Promise<string | null> {
  const dataSource = app.get(DataSource);
  const settings = { url: env.databaseUrl, schema: env.databaseSchema };
  const newer = env.runMigrations
    ? await migrate(settings, dataSource, log, signal ? { signal } : {})
    : await requireMigrations(dataSource, log);
  app.get(OpenedDatabase).distribution = await findDistribution(dataSource);
  return newer;
}

/** Runs the given migrations in a database that no server uses. */
export async function createTables(
  settings: ConnectionSettings,
  migrations: readonly (typeof MIGRATIONS)[number][],
  log: Logger,
): Promise<void> {
  const options = dataSourceOptions({ ...settings, poolSize: 1 });
  const dataSource = new DataSource({ ...options, migrations: [...migrations] });
  try {
    await migrate(settings, dataSource, log);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/**
 * Runs the migrations that the database lacks. If several servers start together, one takes an
 * advisory lock and the others wait, take over if it dies, or find nothing to do. Migrations never
 * keep senders waiting for long (docs/adr/0059-upgrades-while-servers-run.md).
 * @returns the newest migration of a newer version that has upgraded the database; null if none has.
 * @throws MigrationError or NewerDatabaseError, which say what to do.
 */
export async function migrate(
  settings: ConnectionSettings,
  dataSource: DataSource,
  log: Logger,
  { signal = new AbortController().signal, giveUpAfterMs = GIVE_UP_AFTER_MS }: MigrateOptions = {},
): Promise<string | null> {
  if (!dataSource.isInitialized) await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await waitForTurn(runner, log, signal);
    if (settings.schema) await createSchema(runner, settings.schema);
    const executor = new MigrationExecutor(dataSource, runner);
    const newer = await refuseBreaking(executor, dataSource, runner, log);
    const pending = await executor.getPendingMigrations();
    const context = { executor, runner, log, signal, giveUpAfterMs };
    if (pending.length > 0) await applyAll(pending, settings, context);
    if (!(await createVisibleSchema(runner, settings.schema))) {
      log.warn('projects cannot be private: the database role may not create a schema');
    }
    return newer;
  } finally {
    await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await runner.query('RESET ALL').catch(() => undefined);
    await runner.release();
  }
}

/** Runs migrations in their order. Logs one line about all of them, and one about each that takes long. */
async function applyAll(
  pending: readonly Migration[],
  settings: ConnectionSettings,
  context: Omit<Context, 'watch'>,
): Promise<void> {
  const { executor, runner, log, signal } = context;
  const isNew = (await executor.getExecutedMigrations()).length === 0;
  const many = pending.length === 1 ? '1 migration' : `${pending.length} migrations`;
  if (!isNew) log.info(`the database needs ${many}: upgrading it`);
  const watch = await MigrationWatch.open(settings, runner, log, signal);
  const migrations: { name: string; ms: number }[] = [];
  try {
    for (const migration of pending) {
      migrations.push({ name: migration.name, ms: await apply(migration, { ...context, watch }) });
    }
  } finally {
    await watch.close();
  }
  const seconds = migrations.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  const did = isNew ? 'the tables have been created' : 'the database has been upgraded';
  log.info({ migrations }, `${did}: ${many} in ${seconds.toFixed(1)} s`);
  // Tables of later versions follow those that were distributed before.
  if ((await countWorkers(runner)) > 0 && (isNew || (await areTracesDistributed(runner)))) {
    await distribute(runner, (line) => log.info(line));
  }
}

/** Verifies that another server has run all migrations. Returns the same as `migrate`. */
async function requireMigrations(dataSource: DataSource, log: Logger): Promise<string | null> {
  if (!dataSource.isInitialized) await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    const executor = new MigrationExecutor(dataSource, runner);
    const newer = await refuseBreaking(executor, dataSource, runner, log);
    const [first, ...others] = await executor.getPendingMigrations();
    if (first) throw new MigrationError(first.name, { others: others.length });
    return newer;
  } finally {
    await runner.release();
  }
}

/**
 * The lock belongs to the connection that runs the migrations. So it ends with the last statement,
 * even if the server was killed and PostgreSQL is still busy. Does not wait in PostgreSQL, because an
 * index that is built concurrently would wait for the waiting statement.
 */
async function waitForTurn(runner: QueryRunner, log: Logger, signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += TURN_MS) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [
      ADVISORY_LOCKS.migrations,
    ])) as [{ taken: boolean }];
    if (row.taken) break;
    if (signal.aborted) throw new MigrationError(null, { reason: 'interrupted' });
    if (waitedMs % REPORT_EVERY_MS === 0) {
      log.info('waiting for another server that runs migrations');
    }
    await pauseFor(TURN_MS, signal);
  }
  // Otherwise, PostgreSQL would go on with a statement for hours after the server was killed.
  await runner.query(`SET client_connection_check_interval = '1s'`).catch((error: unknown) => {
    // Some operating systems cannot do this.
    if (getSqlState(error) !== MUST_BE_ZERO) throw error;
  });
}

/**
 * Creates the schema only if it is missing, because even with `IF NOT EXISTS` creation requires the
 * privilege.
 */
async function createSchema(runner: QueryRunner, name: string): Promise<void> {
  const found = await runner.query(`SELECT FROM pg_namespace WHERE nspname = $1`, [name]);
  if (found.length === 0) await runner.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
}

/** Lets this server share a database with newer ones, unless one of their migrations forbids it. */
async function refuseBreaking(
  executor: MigrationExecutor,
  dataSource: DataSource,
  runner: QueryRunner,
  log: Logger,
): Promise<string | null> {
  const known = new Set(
    dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name),
  );
  const [table] = await runner.query(
    `SELECT to_regclass('breaking_migrations') IS NOT NULL AS exists`,
  );
  // An unfinished one is named here, too.
  const breaking: { name: string }[] = table.exists
    ? await runner.query('SELECT name FROM breaking_migrations ORDER BY name')
    : [];
  const fatal = breaking.find(({ name }) => !known.has(name));
  if (fatal) throw new NewerDatabaseError(fatal.name);
  const executed = await executor.getExecutedMigrations();
  const unknown = executed
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .map(({ name }) => name)
    .filter((name) => !known.has(name));
  if (unknown.length === 0) return null;
  log.warn({ unknown }, 'a newer version has upgraded the database; this one can still use it');
  return unknown.at(-1)!;
}

interface Context extends Required<MigrateOptions> {
  executor: MigrationExecutor;
  runner: QueryRunner;
  watch: MigrationWatch;
  log: Logger;
}

/**
 * Runs a migration, again and again while it does not get its locks.
 * @returns how many milliseconds it took.
 */
async function apply(migration: Migration, context: Context): Promise<number> {
  const { runner, watch, log, signal, giveUpAfterMs } = context;
  const { name } = migration;
  const begun = Date.now();
  for (let attempts = 1; ; attempts++) {
    try {
      signal.throwIfAborted();
      const isLong = attempts % LONG_EVERY === 0;
      await runner.query(`SET lock_timeout = ${isLong ? LONG_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS}`);
      await watch.during(name, () => attempt(migration, context));
      const ms = Date.now() - begun;
      log[ms < LONG_MS ? 'debug' : 'info']({ migration: name, ms }, 'migration applied');
      return ms;
    } catch (error) {
      const blockers = isLockedOut(error) ? await watch.findBlockers() : [];
      const isOver = signal.aborted || Date.now() - begun > giveUpAfterMs;
      if (!isLockedOut(error) || isOver) {
        const reason = signal.aborted ? 'interrupted' : error;
        throw new MigrationError(name, { ...traitsOf(migration), reason, blockers });
      }
      log.warn({ migration: name, blockers }, 'the migration waits for a lock');
      await pauseFor(RETRY_MS, signal);
    }
  }
}

function traitsOf({ instance }: Migration): Required<MigrationTraits> {
  const { transaction = true, isBreaking = false } = instance as MigrationTraits;
  return { transaction, isBreaking };
}

async function attempt(migration: Migration, { executor, runner }: Context): Promise<void> {
  const { transaction, isBreaking } = traitsOf(migration);
  if (transaction) await runner.startTransaction();
  try {
    // Noted first, so that no older server starts once a part of it is done.
    if (isBreaking) {
      await runner.query(
        'INSERT INTO breaking_migrations (name) VALUES ($1) ON CONFLICT DO NOTHING',
        [migration.name],
      );
    }
    await executor.executeMigration(migration);
    if (transaction) await runner.commitTransaction();
  } catch (error) {
    if (transaction) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}
