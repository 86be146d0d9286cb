import pg from 'pg';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks.js';
import { countStart } from './count-starts.js';
import { endWithWorker } from './jest/end-with-worker.js';
import { DEADLOCK_DETECTED } from './reset.js';
import type { TestServer } from './server.js';

interface PooledServer {
  server: TestServer;
  /** Its settings. */
  key: string;
  /** The tables that had rows at first, with a hash of these. */
  seeded: ReadonlyMap<string, string>;
  /** The rows of `users` at first, as JSON. */
  users: string;
  /** A hash of all columns, constraints, indexes and triggers. */
  schema: string;
}

const SCHEMA = `'public'::regnamespace`;

/** Kept for the worker, because every test file loads this module again. */
const KEY = Symbol.for('spandrel.test.idle-servers');
const worker = globalThis as { [KEY]?: PooledServer[] };

/**
 * Hands out servers that earlier test files have stopped, if one has the same settings. Their
 * databases are as they were at first, except for ID sequences. Starting a server takes half a second
 * of CPU.
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
    if (await onDatabase(pooled.server, (client) => restore(client, pooled))) {
      countStart('reused server');
      return handOut(pooled);
    }
    await pooled.server.stop();
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
  const stop = async (): Promise<void> => void worker[KEY]?.push(pooled);
  return { ...pooled.server, stop };
}

/** Returns what is in the database of a new server. */
async function describe(
  client: pg.Client,
): Promise<Pick<PooledServer, 'seeded' | 'users' | 'schema'>> {
  const { rows } = await client.query<{ users: string }>(
    `SELECT coalesce(json_agg(u), '[]')::text AS users FROM users u`,
  );
  return {
    seeded: await hashRows(client, await listFilledTables(client)),
    users: rows[0]?.users ?? '[]',
    schema: await hashSchema(client),
  };
}

/**
 * Empties the tables that were empty at first, deletes projects, and restores the users. Returns false
 * if other rows have changed, because the server may remember them, or the schema has.
 */
async function restore(client: pg.Client, pooled: PooledServer): Promise<boolean> {
  if ((await hashSchema(client)) !== pooled.schema) return false;
  const filled = await listFilledTables(client);
  const emptied = filled.filter((table) => !pooled.seeded.has(table) && table !== 'users');
  await change(client, [
    ...[...emptied, 'users', `projects WHERE name <> 'default'`].map(
      (table) => `DELETE FROM ${table}`,
    ),
    `INSERT INTO users OVERRIDING SYSTEM VALUE
     SELECT * FROM json_populate_recordset(NULL::users, ${client.escapeLiteral(pooled.users)})`,
  ]);
  const now = await hashRows(client, [...pooled.seeded.keys()]);
  return [...pooled.seeded].every(([table, hash]) => now.get(table) === hash);
}

async function listFilledTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const tests = rows.map(
    ({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`,
  );
  const filled = await client.query<{ name: string }>(tests.join(' UNION ALL '));
  return filled.rows.map(({ name }) => name);
}

async function hashRows(
  client: pg.Client,
  tables: readonly string[],
): Promise<Map<string, string>> {
  const hashes = tables.map(
    (table) =>
      `SELECT '${table}' AS name, md5(string_agg(t::text, ',' ORDER BY t::text)) AS hash FROM ${table} t`,
  );
  const { rows } = await client.query<{ name: string; hash: string }>(hashes.join(' UNION ALL '));
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

async function hashSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(
    `SELECT md5(string_agg(part, ',' ORDER BY part)) AS hash FROM (
       SELECT concat_ws(' ', attrelid, attname, atttypid, attnotnull, attisdropped)
         FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = ${SCHEMA}
        UNION ALL
       SELECT pg_get_constraintdef(oid) || conname FROM pg_constraint WHERE connamespace = ${SCHEMA}
        UNION ALL
       SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL
       SELECT pg_get_triggerdef(g.oid) FROM pg_trigger g JOIN pg_class c ON c.oid = tgrelid
        WHERE relnamespace = ${SCHEMA}) parts (part)`,
  );
  return rows[0]?.hash ?? '';
}

/** Retries if a job left over from the last file causes a deadlock. */
async function change(client: pg.Client, changes: readonly string[]): Promise<void> {
  const statements = [
    // Background loops hold these while they work. They would fail, and then pause.
    ...Object.values(ADVISORY_LOCKS).map((lock) => `SELECT pg_advisory_xact_lock(${lock})`),
    // In any order, because nothing refers to what is gone in the end.
    'SET LOCAL session_replication_role = replica',
    ...changes,
  ];
  for (;;) {
    try {
      await client.query(`BEGIN; ${statements.join('; ')}; COMMIT`);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED) throw error;
    }
  }
}

async function onDatabase<T>(
  { databaseUrl }: TestServer,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
