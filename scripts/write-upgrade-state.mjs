/**
 * Writes what a server of an earlier version stores to a file, for the tests of upgrades. Run it before
 * a migration is added that changes rows or fills new tables:
 *
 *   git worktree add /tmp/old <commit> && (cd /tmp/old && npm ci && npm run build:server)
 *   node scripts/write-upgrade-state.mjs /tmp/old test/upgrades/states/<last migration>.sql
 *
 * It starts the server of that checkout on a new database, sends everything over its API, as clients of
 * that time did, and waits until the background loops are done. Whatever that version does not have yet
 * is left out. For a version without accounts, set WITHOUT_ACCOUNTS.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../dist/src/database/embedded/embedded-postgres.js';
import { fillServer } from './upgrade-state-contents.mjs';

const PORT = 7949;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
const ADMIN_SECRET = 'Upgrades-admin-secret-0123456789abcdef';
/** The tests start servers with the same secret, because it seals what is stored. */
const SECRET = 'Upgrades-secret-0123456789abcdef0123456789';
/** Loops pause for a few seconds. */
const SETTLE_MS = 15_000;

/** Rows that say nothing about the version, that every start writes again, or that are short-lived. */
const LEFT_OUT = new Set([
  'audit_events',
  'rate_limits',
  'login_attempts',
  'login_sessions',
  'login_tokens',
]);
const CONDITIONS = {
  generative_models: 'id IN (SELECT model_id FROM span_costs)',
  token_prices: 'model_id IN (SELECT model_id FROM span_costs)',
};

const [checkout, output] = process.argv.slice(2);
const directory = await mkdtemp(join(tmpdir(), 'spandrel-state-'));
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  durable: false,
  log: () => {},
});
const child = spawn(process.execPath, [resolve(checkout, 'dist/src/main.js')], {
  cwd: directory,
  env: {
    PATH: process.env.PATH,
    SPANDREL_PORT: String(PORT),
    SPANDREL_GRPC_PORT: String(PORT - 1),
    SPANDREL_DATABASE_URL: postgres.url,
    SPANDREL_SECRET: SECRET,
    SPANDREL_ADMIN_SECRET: ADMIN_SECRET,
    SPANDREL_ENABLE_AUTH: process.env.WITHOUT_ACCOUNTS ? 'false' : 'true',
    SPANDREL_LOGGING_LEVEL: 'warning',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
try {
  while (
    !(await fetch(`${URL_OF_SERVER}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The server ended.');
    await sleep(200);
  }
  await fillServer(URL_OF_SERVER, ADMIN_SECRET);
  await sleep(SETTLE_MS);
  await writeFile(output, await dump());
} finally {
  if (child.exitCode === null) {
    child.kill();
    await new Promise((done) => child.once('close', done));
  }
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Renders all rows as statements, with the migrations that had run in the first line. */
async function dump() {
  const client = new pg.Client(postgres.url);
  await client.connect();
  const column = async (text, values) =>
    (await client.query({ text, values, rowMode: 'array' })).rows.map(([value]) => value);
  const names = await column('SELECT name FROM migrations ORDER BY id');
  const lines = [`-- ${names.join(' ')}`];
  const tables = await column(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'
      ORDER BY tablename`,
  );
  for (const table of tables.filter((name) => !LEFT_OUT.has(name))) {
    const columns = await column(
      `SELECT column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
      [table],
    );
    const values = columns.map((name) => `quote_nullable("${name}"::text)`).join(` || ', ' || `);
    const rows = await column(
      `SELECT ${values} FROM "${table}" WHERE ${CONDITIONS[table] ?? 'true'} ORDER BY 1`,
    );
    for (const row of rows) {
      lines.push(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${row});`);
    }
    if (!columns.includes('id')) continue;
    const last = await column(`SELECT coalesce(max(id), 0) FROM "${table}"`);
    lines.push(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), ${last[0]} + 1);`);
  }
  await client.end();
  return `${lines.join('\n')}\n`;
}
