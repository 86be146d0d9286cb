/**
 * Measures what stored spans cost after they have been acknowledged, until everything that is derived from them
 * has settled: all of it together, and what is left if one loop in the background does not run.
 * Run: `npm run bench:digest`
 *
 * Settings: BENCH_SPANS (60000), BENCH_PAYLOADS (2000; a number of bytes of prose, agent or gen_ai),
 * BENCH_CONCURRENCY (12), BENCH_WITHOUT (spanIndex,spanCosts,rollups; locks of loops), BENCH_PORT (7400),
 * BENCH_DIR (a temporary directory).
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from '../src/database/advisory-locks.js';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { withClient } from './ingest/bare-copy.js';
import type { Payload } from './ingest/requests.js';
import { sendFromSecondProcess } from './ingest/send-spans.js';
import { postgresSeconds, ServerProcess } from './ingest/server-process.js';

type LockName = keyof typeof ADVISORY_LOCKS;

const SPANS = Number(process.env['BENCH_SPANS'] ?? 60_000);
const PAYLOADS = (process.env['BENCH_PAYLOADS'] ?? '2000')
  .split(',')
  .map((payload): Payload =>
    payload === 'agent' || payload === 'gen_ai' ? payload : Number(payload),
  );
const CONCURRENCY = Number(process.env['BENCH_CONCURRENCY'] ?? 12);
const PORT = Number(process.env['BENCH_PORT'] ?? 7400);
const WITHOUT = (process.env['BENCH_WITHOUT'] ?? 'spanIndex,spanCosts,rollups')
  .split(',')
  .filter((name): name is LockName => name in ADVISORY_LOCKS);

/** What waits for each loop. */
const WAITING: Partial<Record<LockName, string>> = {
  spanIndex: 'unindexed_spans',
  spanCosts: 'unpriced_spans',
  rollups: 'changed_quarters',
};
/** Figures in kilobytes. */
const KB = 1024;
/** Everything has settled once nothing has waited for this long. */
const SETTLED_MS = 10_000;

/** Processor time in microseconds for each span, and written bytes for each span. */
interface Costs {
  server: number;
  postgres: number;
  wal: number;
  seconds: number;
}

const directory = process.env['BENCH_DIR']
  ? resolve(process.env['BENCH_DIR'])
  : await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
await mkdir(directory, { recursive: true });
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
try {
  for (const payload of PAYLOADS) {
    process.stdout.write(`\nPayload ${payload}: processor time and WAL per span\n`);
    print('', 'server', 'PostgreSQL', 'WAL', 'seconds');
    for (const without of [[], ...WITHOUT.map((name) => [name]), WITHOUT]) {
      const { acknowledged, settled } = await measure(payload, without);
      const title = without.length === 0 ? 'everything' : `without ${without.join(', ')}`;
      printCosts(`${title}: acknowledged`, acknowledged);
      printCosts(`${title}: settled`, settled);
    }
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(
  payload: Payload,
  without: readonly LockName[],
): Promise<{ acknowledged: Costs; settled: Costs }> {
  const name = `bench_${payload}`;
  await withClient(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const database = new pg.Client({ connectionString: url.toString() });
  await database.connect();
  // A loop whose lock is taken rests as if another server ran it.
  for (const lock of without) {
    await database.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS[lock]]);
  }
  const server = await ServerProcess.start(url.toString(), PORT);
  await database.query('CHECKPOINT');
  const readCosts = async (): Promise<Costs> => {
    const { rows } = await database.query<{ wal: string }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal`,
    );
    return {
      server: server.cpuSeconds,
      postgres: await postgresSeconds(url.toString()),
      wal: Number(rows[0]!.wal),
      seconds: performance.now() / 1000,
    };
  };
  const before = await readCosts();
  await sendFromSecondProcess({
    url: `${server.url}/v1/traces`,
    spans: SPANS,
    payloadBytes: payload,
    concurrency: CONCURRENCY,
  });
  const acknowledged = await readCosts();
  await waitUntilSettled(database, without);
  const settled = await readCosts();
  await server.stop();
  await database.end();
  await withClient(postgres.url, (client) => client.query(`DROP DATABASE ${name}`));
  return {
    acknowledged: perSpan(before, acknowledged),
    settled: perSpan(acknowledged, settled),
  };
}

/** Waits until nothing has waited for some time. */
async function waitUntilSettled(database: pg.Client, without: readonly LockName[]): Promise<void> {
  const tables = Object.entries(WAITING)
    .filter(([lock]) => !without.includes(lock as LockName))
    .map(([, table]) => table);
  const parts = ['false', ...tables.map((table) => `EXISTS (SELECT FROM ${table})`)];
  for (let since = performance.now(); performance.now() - since < SETTLED_MS; await sleep(500)) {
    const { rows } = await database.query<{ waits: boolean }>(
      `SELECT ${parts.join(' OR ')} AS waits`,
    );
    if (rows[0]!.waits) since = performance.now();
  }
}

function perSpan(before: Costs, after: Costs): Costs {
  const micros = 1_000_000 / SPANS;
  return {
    server: (after.server - before.server) * micros,
    postgres: (after.postgres - before.postgres) * micros,
    wal: (after.wal - before.wal) / SPANS,
    seconds: after.seconds - before.seconds,
  };
}

function printCosts(title: string, costs: Costs): void {
  print(
    title,
    `${costs.server.toFixed(0)} µs`,
    `${costs.postgres.toFixed(0)} µs`,
    `${(costs.wal / KB).toFixed(2)} KB`,
    costs.seconds.toFixed(1),
  );
}

function print(title: string, ...columns: string[]): void {
  process.stdout.write(
    `  ${title.padEnd(52)}${columns.map((column) => column.padStart(12)).join('')}\n`,
  );
}
