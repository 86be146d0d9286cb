/**
 * Measures how fast log records of 500 bytes are stored.
 * Run: `npm run bench:logs`
 *
 * Settings: BENCH_LOGS (1200000), BENCH_CONCURRENCY (8), BENCH_PORT (7410), BENCH_DIR (a temporary directory).
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { withClient } from './ingest/bare-copy.js';
import { sendFromSecondProcess } from './ingest/send-spans.js';
import { ServerProcess } from './ingest/server-process.js';

const LOGS = Number(process.env['BENCH_LOGS'] ?? 1_200_000);
const CONCURRENCY = Number(process.env['BENCH_CONCURRENCY'] ?? 8);
const PORT = Number(process.env['BENCH_PORT'] ?? 7410);
const GOAL = 20_000;

const directory = process.env['BENCH_DIR']
  ? resolve(process.env['BENCH_DIR'])
  : await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
await mkdir(directory, { recursive: true });
// PostgreSQL may run as a different user, which needs access to this directory.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
try {
  await measure();
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const server = await ServerProcess.start(postgres.url, PORT);
  const report = await sendFromSecondProcess({
    url: `${server.url}/v1/logs`,
    spans: LOGS,
    payloadBytes: 'logs',
    concurrency: CONCURRENCY,
  });
  const { peakMemory } = server;
  await server.stop();
  const { count, bytes } = await withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ count: number; bytes: number }>(
      `SELECT (SELECT count(*) FROM log_records)::float8 AS count,
              pg_total_relation_size('log_records')::float8 AS bytes`,
    );
    return rows[0]!;
  });
  if (count !== report.acknowledged) {
    throw new Error(`Acknowledged ${report.acknowledged} log records, stored ${count}.`);
  }
  const rate = report.acknowledged / report.seconds;
  const at = (share: number): string =>
    `${(report.latencies[Math.floor(report.latencies.length * share)] ?? Number.NaN).toFixed(0)} ms`;
  const lines: [string, string][] = [
    ['stored = acknowledged', `${count} records`],
    ['records/s', rate.toFixed(0)],
    ['ratio to the goal', (rate / GOAL).toFixed(2)],
    ['encoded bytes per record', (report.bytes / report.acknowledged).toFixed(0)],
    ['time to acknowledge, p50', at(0.5)],
    ['time to acknowledge, p99', at(0.99)],
    ['retries after 503', String(report.retries)],
    ['peak server memory', `${(peakMemory / 2 ** 20).toFixed(0)} MB`],
    ['bytes on disk per record', (bytes / count).toFixed(0)],
  ];
  process.stdout.write('\nLog records\n');
  for (const [name, value] of lines) process.stdout.write(`  ${name.padEnd(34)}${value}\n`);
}
