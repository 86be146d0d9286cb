/**
 * Measures how fast spans are stored, compared with plain COPY of the same rows into the same tables.
 * Run: `npm run bench:ingest`
 *
 * Settings: BENCH_SPANS (100000), BENCH_PAYLOADS (2000,10000,agent,gen_ai), BENCH_CONCURRENCY (12),
 * BENCH_PORT (7400), BENCH_DIR (a temporary directory).
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { createSystemKey, SECURED } from './accounts/secured.js';
import { dumpTables, loadTables, withClient } from './ingest/bare-copy.js';
import { sendFromSecondProcess } from './ingest/send-spans.js';
import type { Payload } from './ingest/requests.js';
import { ServerProcess } from './ingest/server-process.js';

const SPANS = Number(process.env['BENCH_SPANS'] ?? 100_000);
const PAYLOADS = (process.env['BENCH_PAYLOADS'] ?? '2000,10000,agent,gen_ai')
  .split(',')
  .map((payload): Payload =>
    payload === 'agent' || payload === 'gen_ai' ? payload : Number(payload),
  );
const CONCURRENCY = Number(process.env['BENCH_CONCURRENCY'] ?? 12);
const PORT = Number(process.env['BENCH_PORT'] ?? 7400);
const TITLES: Readonly<Record<string, string>> = {
  agent: 'An agent that sends its messages again',
  gen_ai: 'Spans of 2 KB in gen_ai conventions',
};
const ROUNDS = 6;
const KB = 1024;
const MB = 1024 * 1024;

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
  for (const payload of PAYLOADS) await measure(payload);
  await measureAuthentication();
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(payload: Payload): Promise<void> {
  const database = `bench_${payload}`;
  const url = await createDatabase(database);
  const server = await ServerProcess.start(url, PORT);
  await withClient(url, (client) => client.query('CHECKPOINT'));
  const report = await sendFromSecondProcess({
    url: `${server.url}/v1/traces`,
    spans: SPANS,
    payloadBytes: payload,
    concurrency: CONCURRENCY,
  });
  const { peakMemory } = server;
  await server.stop();
  const disk = await verify(url, report.acknowledged);

  await dumpTables(url, directory, 1);
  await dumpTables(url, directory, 2);
  const copySeconds = await loadTables(url, directory, 1);
  const twoCopiesSeconds = await loadTables(url, directory, 2);

  const rate = report.acknowledged / report.seconds;
  const copyRate = report.acknowledged / copySeconds;
  const twoCopiesRate = report.acknowledged / twoCopiesSeconds;
  const title = TITLES[payload] ?? `${Number(payload) / 1000} KB of prose per span`;
  print(title, [
    ['stored = acknowledged', `${report.acknowledged} spans`],
    ['spans/s', rate.toFixed(0)],
    ['MB/s (encoded)', (report.bytes / MB / report.seconds).toFixed(1)],
    ['time to acknowledge, p50', `${quantile(report.latencies, 0.5).toFixed(0)} ms`],
    ['time to acknowledge, p99', `${quantile(report.latencies, 0.99).toFixed(0)} ms`],
    ['retries after 503', String(report.retries)],
    ['peak server memory', `${(peakMemory / MB).toFixed(0)} MB`],
    ['encoded bytes per span', `${(report.bytes / report.acknowledged / KB).toFixed(2)} KB`],
    ['bytes on disk per span', `${(disk / report.acknowledged / KB).toFixed(2)} KB`],
    ['plain COPY, one connection', `${copyRate.toFixed(0)} spans/s`],
    ['plain COPY, two connections', `${twoCopiesRate.toFixed(0)} spans/s`],
    ['ratio to COPY, one connection', (rate / copyRate).toFixed(2)],
    ['ratio to COPY, two connections', (rate / twoCopiesRate).toFixed(2)],
  ]);
  await withClient(postgres.url, (client) => client.query(`DROP DATABASE ${database}`));
}

/**
 * Measures the cost of an API key. An open and a secured server on one database get the same
 * requests alternately, so that other load on the machine affects both.
 */
async function measureAuthentication(): Promise<void> {
  const url = await createDatabase('bench_authentication');
  const open = await ServerProcess.start(url, PORT);
  const secured = await ServerProcess.start(url, PORT + 2, SECURED);
  const key = await createSystemKey(url);
  const seconds = { open: 0, secured: 0 };
  const task = { spans: SPANS / ROUNDS, payloadBytes: 2_000, concurrency: CONCURRENCY };
  for (let round = 0; round < ROUNDS; round++) {
    const sent = await sendFromSecondProcess({ ...task, url: `${open.url}/v1/traces` });
    seconds.open += sent.seconds;
    const sentWithKey = await sendFromSecondProcess({
      ...task,
      url: `${secured.url}/v1/traces`,
      key,
    });
    seconds.secured += sentWithKey.seconds;
  }
  await open.stop();
  await secured.stop();
  const cost = (seconds.secured / seconds.open - 1) * 100;
  print('Cost of an API key, 2 KB of prose per span', [
    ['without a key', `${(SPANS / seconds.open).toFixed(0)} spans/s`],
    ['with a key', `${(SPANS / seconds.secured).toFixed(0)} spans/s`],
    ['cost', `${cost.toFixed(1)} %`],
  ]);
}

async function createDatabase(name: string): Promise<string> {
  await withClient(postgres.url, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Returns the bytes on disk. @throws unless every acknowledged span is stored and counted exactly once. */
async function verify(url: string, acknowledged: number): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Record<'spans' | 'counted' | 'disk', string>>(`
      SELECT (SELECT count(*) FROM spans) AS spans,
             (SELECT sum(span_count) FROM traces) AS counted,
             pg_total_relation_size('spans') + pg_total_relation_size('traces')
               + pg_total_relation_size('span_payloads') + pg_total_relation_size('project_sessions')
               AS disk`);
    const { spans, counted, disk } = rows[0]!;
    if (Number(spans) !== acknowledged || Number(counted) !== acknowledged) {
      throw new Error(`Acknowledged ${acknowledged} spans, stored ${spans}, counted ${counted}.`);
    }
    return Number(disk);
  });
}

function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function print(title: string, lines: [string, string][]): void {
  process.stdout.write(`\n${title}\n`);
  for (const [name, value] of lines) process.stdout.write(`  ${name.padEnd(34)}${value}\n`);
}
