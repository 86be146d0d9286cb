import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks.js';
import { parkLoops } from './background-loops.js';
import {
  ChatCostsService,
  MasksService,
  MatchesService,
  PacedChatsService,
  PlaygroundModelsService,
  ProjectAccessReader,
} from './built.js';
import { countStart } from './count-starts.js';
import { endWithWorker } from './jest/end-with-worker.js';
import { DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE } from './reset.js';
import type { TestServer } from './server.js';

interface PooledServer {
  server: TestServer;
  /** Its settings. */
  key: string;
  /** The tables that had rows at first, with these as JSON, and a hash of that. */
  seeded: ReadonlyMap<string, { rows: string; hash: string }>;
  schema: Schema;
  /** Lets its background loops go on. */
  unpark?: () => void;
}

/** Hashes of all columns, constraints, indexes, triggers, functions and settings of the database. */
interface Schema {
  /** Changes with every statement that changes the schema, even back to what it was. */
  versions: string;
  contents: string;
}

const IN_SCHEMA = `IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`;

/**
 * PostgreSQL's tables about the schema: which rows count, and what of them a test could change. `pg_class`
 * also has the size of a table, and remembers for a while that it had a trigger.
 */
const CATALOGS = {
  pg_class: {
    condition: `oid ${IN_SCHEMA}`,
    contents: 'oid, relname, relnatts, relchecks, reloptions, relpersistence, relrowsecurity',
  },
  pg_attribute: { condition: `attrelid ${IN_SCHEMA}`, contents: 'c' },
  pg_attrdef: { condition: `adrelid ${IN_SCHEMA}`, contents: 'c' },
  pg_constraint: { condition: `conrelid ${IN_SCHEMA}`, contents: 'c' },
  pg_index: { condition: `indrelid ${IN_SCHEMA}`, contents: 'c' },
  pg_trigger: { condition: `tgrelid ${IN_SCHEMA}`, contents: 'c' },
  pg_proc: { condition: `pronamespace = 'public'::regnamespace`, contents: 'c' },
  pg_db_role_setting: {
    condition: 'setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())',
    contents: 'c',
  },
};

/** A hash of the rows of a table named `t`. */
const HASH = 'md5(json_agg(t)::text)';

/** How long work in the background may hold its locks. A new server takes a second. */
const PATIENCE_SECONDS = 3;

/** Each keeps connections, which PostgreSQL has only so many of. */
const MAX_IDLE = 4;

/** Kept for the worker, because every test file loads this module again. */
const KEY = Symbol.for('spandrel.test.idle-servers');
const worker = globalThis as { [KEY]?: PooledServer[] };

/**
 * Hands out servers that earlier test files have stopped, if one has the same settings. Their
 * databases are as they were at first, except for ID sequences. Starting a server takes a second of
 * CPU.
 */
export async function takeServer(
  env: Record<string, string>,
  start: () => Promise<TestServer>,
): Promise<TestServer> {
  const servers = (worker[KEY] ??= []);
  const key = JSON.stringify(env);
  for (;;) {
    const place = servers.findIndex((idle) => idle.key === key);
    const [pooled] = place === -1 ? [] : servers.splice(place, 1);
    if (!pooled) break;
    if (await onDatabase(pooled.server, (runner) => restore(runner, pooled))) {
      pooled.unpark?.();
      countStart('reused server');
      return handOut(pooled);
    }
    // It may still be busy with what the last file has left, which nobody needs to wait for.
    void pooled.server.stop().catch(() => undefined);
  }
  endWithWorker();
  countStart('new server');
  const server = await start();
  return handOut({ server, key, ...(await onDatabase(server, describe)) });
}

/** Lets `stop` put the server aside instead. The next file decides whether it can be used. */
function handOut(pooled: PooledServer): TestServer {
  // Nothing would end it if Jest runs the tests in its own process.
  if (!process.send) return pooled.server;
  const stop = async (): Promise<void> => {
    // Otherwise it would keep connections to what the file has set, such as a mail server.
    pooled.server.change({});
    const idle = (worker[KEY] ??= []);
    idle.push({ ...pooled, unpark: parkLoops(pooled.server.app) });
    if (idle.length > MAX_IDLE) await idle.shift()?.server.stop();
  };
  return { ...pooled.server, stop };
}

/** Returns what is in the database of a new server. */
async function describe(runner: QueryRunner): Promise<Pick<PooledServer, 'seeded' | 'schema'>> {
  const tables = await listFilledTables(runner);
  const contents = tables.map(
    (table) =>
      `SELECT '${table}' AS name, json_agg(t)::text AS rows, ${HASH} AS hash FROM ${table} t`,
  );
  const found = await query<{ name: string; rows: string; hash: string }>(
    runner,
    contents.join(' UNION ALL '),
  );
  return {
    seeded: new Map(found.map(({ name, ...content }) => [name, content])),
    schema: { versions: await hashVersions(runner), contents: await hashContents(runner) },
  };
}

/**
 * Gives every table the rows that it had at first, and lets the server forget what it has read since.
 * Returns false if the schema has changed, or work in the background does not end.
 */
async function restore(
  runner: QueryRunner,
  { server, seeded, schema }: PooledServer,
): Promise<boolean> {
  // The server keeps the connection.
  await runner.query('RESET ALL');
  const versions = await hashVersions(runner);
  if (versions !== schema.versions) {
    if ((await hashContents(runner)) !== schema.contents) return false;
    schema.versions = versions;
  }
  const filled = await listFilledTables(runner);
  const hashes = await hashTables(runner, [...seeded.keys()]);
  const changed = [...seeded].filter(([table, { hash }]) => hashes.get(table) !== hash);
  const emptied = filled.filter((table) => !seeded.has(table));
  const isChanged = await change(runner, [
    // Emails wait in their jobs. Those of other queues only signal that there is work.
    `DELETE FROM public_jobs.job WHERE name = 'mail'`,
    ...[...emptied, ...changed.map(([table]) => table)].map((table) => `DELETE FROM ${table}`),
    ...changed.map(
      ([table, { rows }]) =>
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
         SELECT * FROM json_populate_recordset(NULL::${table}, ${pg.escapeLiteral(rows)})`,
    ),
  ]);
  if (!isChanged) return false;
  await forgetRows(server.app);
  return true;
}

/** Lets a server forget what it has read from its database or has learned about what is in it. */
async function forgetRows(app: TestServer['app']): Promise<void> {
  app.get(ProjectAccessReader, { strict: false }).forget();
  app.get(ChatCostsService, { strict: false }).forget();
  for (const [service, map] of [
    [MatchesService, 'remembered'],
    [PacedChatsService, 'limits'],
    [PlaygroundModelsService, 'asked'],
  ] as const) {
    const remembered: unknown = Reflect.get(app.get<object>(service, { strict: false }), map);
    (remembered as Map<unknown, unknown>).clear();
  }
  await app.get(MasksService, { strict: false }).refresh();
}

async function listFilledTables(runner: QueryRunner): Promise<string[]> {
  const tables = await query<{ name: string }>(
    runner,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const tests = tables.map(
    ({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`,
  );
  const filled = await query<{ name: string }>(runner, tests.join(' UNION ALL '));
  return filled.map(({ name }) => name);
}

async function hashTables(
  runner: QueryRunner,
  tables: readonly string[],
): Promise<Map<string, string | null>> {
  const hashes = tables.map(
    (table) => `SELECT '${table}' AS name, ${HASH} AS hash FROM ${table} t`,
  );
  const found = await query<{ name: string; hash: string | null }>(
    runner,
    hashes.join(' UNION ALL '),
  );
  return new Map(found.map(({ name, hash }) => [name, hash]));
}

/** Any change of the schema makes new versions of rows in the catalogs. */
function hashVersions(runner: QueryRunner): Promise<string> {
  return hashCatalogs(runner, () => 'c.xmin::text');
}

function hashContents(runner: QueryRunner): Promise<string> {
  return hashCatalogs(runner, (contents) => `ROW(${contents})::text`);
}

async function hashCatalogs(
  runner: QueryRunner,
  toText: (contents: string) => string,
): Promise<string> {
  const hashes = Object.entries(CATALOGS).map(
    ([catalog, { condition, contents }]) =>
      `SELECT md5(string_agg(text, ' ' ORDER BY text)) AS hash FROM (
         SELECT ${toText(contents)} AS text FROM ${catalog} c WHERE ${condition}) texts`,
  );
  const rows = await query<{ hash: string }>(runner, hashes.join(' UNION ALL '));
  return rows.map(({ hash }) => hash).join(' ');
}

/**
 * Retries if a job left over from the last file causes a deadlock. Returns false if such a job does not
 * end in time.
 */
async function change(runner: QueryRunner, changes: readonly string[]): Promise<boolean> {
  const statements = [
    `SET LOCAL lock_timeout = '${PATIENCE_SECONDS}s'`,
    // Background loops hold these while they work. They would fail, and then pause.
    ...Object.values(ADVISORY_LOCKS).map((lock) => `SELECT pg_advisory_xact_lock(${lock})`),
    // In any order, because nothing refers to what is gone in the end.
    'SET LOCAL session_replication_role = replica',
    ...changes,
  ];
  for (;;) {
    try {
      await runner.query(`BEGIN; ${statements.join('; ')}; COMMIT`);
      return true;
    } catch (error) {
      await runner.query('ROLLBACK');
      const { code } = error as { code?: string };
      if (code === LOCK_NOT_AVAILABLE) return false;
      if (code !== DEADLOCK_DETECTED) throw error;
    }
  }
}

/** Uses a connection of the server, because PostgreSQL fills its caches again for each new one. */
async function onDatabase<T>(
  { dataSource }: TestServer,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}

function query<Row>(runner: QueryRunner, text: string): Promise<Row[]> {
  return runner.query(text);
}
