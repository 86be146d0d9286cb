/**
 * Measures lists and figures of two servers while both store spans at full speed, with and without a
 * read replica, and how far the replica is behind.
 * Run: `npm run bench:replica`
 *
 * Settings: BENCH_SPANS (100000), BENCH_CONCURRENCY (6 per server), BENCH_PORT (7700).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sendFromSecondProcess } from './ingest/send-spans.js';
import { postgresSeconds, ServerProcess } from './ingest/server-process.js';
import { ReplicatedPostgres, runSql } from './replica/replicated-postgres.js';

const SPANS = Number(process.env['BENCH_SPANS'] ?? 100_000);
const CONCURRENCY = Number(process.env['BENCH_CONCURRENCY'] ?? 6);
const PORT = Number(process.env['BENCH_PORT'] ?? 7700);
const PAYLOAD_BYTES = 2_000;
/** People who look at pages: each loads the next one this long after the last. */
const READERS = 4;
const PAUSE_MS = 50;
const LAG_EVERY_MS = 100;
const QUIET_MS = 15_000;
const MB = 1024 * 1024;

const LIST = `{ projects(first: 1) { edges { node {
  traces: spans(first: 50, rootSpansOnly: true, sort: {col: startTime, dir: desc}) {
    edges { node { name startTime latencyMs cumulativeTokenCountTotal } } } } } } }`;
const FIGURES = `{ projects(first: 1) { edges { node { traceCount recordCount
  tokenCountTotal latencyMsP50: latencyMsQuantile(probability: 0.5) } } } }`;
const READS: [string, (url: string) => Promise<Response>][] = [
  ['traces, REST', (url) => fetch(`${url}/v1/projects/default/traces?limit=50`)],
  ['spans, GraphQL', (url) => gql(url, LIST)],
  ['figures, GraphQL', (url) => gql(url, FIGURES)],
];

await measure('without a replica');
await measure('with a replica');

async function measure(title: 'with a replica' | 'without a replica'): Promise<void> {
  const postgres = await ReplicatedPostgres.start({ durable: true });
  const isReplicated = title === 'with a replica';
  if (!isReplicated) await postgres.stopReplica();
  const servers: ServerProcess[] = [];
  try {
    for (const i of [0, 1]) {
      const env: Record<string, string> = {
        SPANDREL_ENABLE_PROMETHEUS: 'true',
        SPANDREL_PROMETHEUS_PORT: String(PORT + 4 + i),
      };
      if (isReplicated) env['SPANDREL_DATABASE_READ_URL'] = postgres.replicaUrl;
      servers.push(await ServerProcess.start(postgres.primaryUrl, PORT + 2 * i, env));
    }
    await sleep(2_000);
    await measureStoring(title, postgres, servers);
    await measureQuiet(title, postgres, servers);
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

async function measureStoring(
  title: string,
  postgres: ReplicatedPostgres,
  servers: readonly ServerProcess[],
): Promise<void> {
  const storing = new AbortController();
  const lag = title === 'with a replica' ? sampleLag(postgres, storing.signal) : null;
  const reading = readUntil(storing.signal, servers);
  const before = await postgresSeconds(postgres.primaryUrl);
  const started = performance.now();
  const reports = await Promise.all(
    servers.map(({ url }) =>
      sendFromSecondProcess({
        url: `${url}/v1/traces`,
        spans: SPANS / servers.length,
        payloadBytes: PAYLOAD_BYTES,
        concurrency: CONCURRENCY,
      }),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  const cpu = (await postgresSeconds(postgres.primaryUrl)) - before;
  storing.abort();
  const latencies = await reading;
  const acknowledged = reports.reduce((sum, report) => sum + report.acknowledged, 0);
  print(`Storing at full speed, ${title}`, [
    ['spans/s', (acknowledged / seconds).toFixed(0)],
    ['processor time of the primary', `${((cpu / acknowledged) * 1e6).toFixed(0)} µs per span`],
    ...describeReads(latencies),
    ...(lag ? describeLag(await lag) : []),
    ...(await describeShare(title, servers)),
  ]);
}

async function measureQuiet(
  title: string,
  postgres: ReplicatedPostgres,
  servers: readonly ServerProcess[],
): Promise<void> {
  // The search index and the figures of projects follow within seconds.
  await sleep(QUIET_MS);
  const reading = new AbortController();
  const times = [await processorTimes(postgres, servers)];
  await sleep(QUIET_MS);
  times.push(await processorTimes(postgres, servers));
  const latencies = readUntil(reading.signal, servers);
  await sleep(QUIET_MS);
  reading.abort();
  const all = await latencies;
  times.push(await processorTimes(postgres, servers));
  const reads = [...all.values()].reduce((sum, { length }) => sum + length, 0);
  const perRead = (name: 'primary' | 'servers') => {
    const [idle, begun, ended] = times.map((time) => time[name]) as [number, number, number];
    // Less what they do in the background.
    return `${(((ended - begun - (begun - idle)) / reads) * 1000).toFixed(2)} ms per read`;
  };
  print(`Nothing is stored, ${title}`, [
    ...describeReads(all),
    ['processor time of the primary', perRead('primary')],
    ['processor time of the servers', perRead('servers')],
  ]);
}

async function processorTimes(
  { primaryUrl }: ReplicatedPostgres,
  servers: readonly ServerProcess[],
): Promise<Record<'primary' | 'servers', number>> {
  return {
    primary: await postgresSeconds(primaryUrl),
    servers: servers.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  };
}

/** Returns the milliseconds of each kind of read. */
async function readUntil(
  signal: AbortSignal,
  servers: readonly ServerProcess[],
): Promise<Map<string, number[]>> {
  const latencies = new Map<string, number[]>(READS.map(([name]) => [name, []]));
  const readers = Array.from({ length: READERS }, async (_, i) => {
    const { url } = servers[i % servers.length]!;
    while (!signal.aborted) {
      for (const [name, read] of READS) {
        const begun = performance.now();
        const response = await read(url);
        const body = (await response.json()) as { errors?: unknown };
        if (!response.ok || body.errors) throw new Error(`${name}: ${JSON.stringify(body)}`);
        latencies.get(name)!.push(performance.now() - begun);
        await sleep(PAUSE_MS);
      }
    }
  });
  await Promise.all(readers);
  return latencies;
}

/** Returns how many bytes of WAL the replica had not replayed, again and again. */
async function sampleLag(postgres: ReplicatedPostgres, signal: AbortSignal): Promise<number[]> {
  const lag: number[] = [];
  while (!signal.aborted) {
    const [primary] = await runSql<{ lsn: string }>(
      postgres.primaryUrl,
      'SELECT pg_current_wal_flush_lsn() AS lsn',
    );
    const [replica] = await runSql<{ bytes: string }>(
      postgres.replicaUrl,
      `SELECT greatest(pg_wal_lsn_diff('${primary!.lsn}', pg_last_wal_replay_lsn()), 0) AS bytes`,
    );
    lag.push(Number(replica!.bytes));
    await sleep(LAG_EVERY_MS);
  }
  return lag;
}

function describeReads(latencies: ReadonlyMap<string, number[]>): [string, string][] {
  return [...latencies].map(([name, all]) => {
    all.sort((a, b) => a - b);
    return [
      `${name}, p50 / p95`,
      `${quantile(all, 0.5).toFixed(0)} / ${quantile(all, 0.95).toFixed(0)} ms (${all.length})`,
    ];
  });
}

function describeLag(lag: number[]): [string, string][] {
  lag.sort((a, b) => a - b);
  const megabytes = [0.5, 0.95, 1].map((q) => (quantile(lag, q) / MB).toFixed(2));
  return [['lag, p50 / p95 / most', `${megabytes.join(' / ')} MB of WAL`]];
}

async function describeShare(
  title: string,
  servers: readonly ServerProcess[],
): Promise<[string, string][]> {
  if (title !== 'with a replica') return [];
  const counts = { primary: 0, replica: 0 };
  for (const i of servers.keys()) {
    const text = await (await fetch(`http://127.0.0.1:${PORT + 4 + i}/metrics`)).text();
    for (const [, database, count] of text.matchAll(
      /^spandrel_database_reads_total\{database="(primary|replica)"\} (\d+)/gm,
    )) {
      counts[database as keyof typeof counts] += Number(count);
    }
  }
  const all = counts.primary + counts.replica;
  return [['reads by the replica', `${((counts.replica / all) * 100).toFixed(1)} % of ${all}`]];
}

function gql(url: string, query: string): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
}

function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function print(title: string, lines: [string, string][]): void {
  process.stdout.write(`\n${title}\n`);
  for (const [name, value] of lines) process.stdout.write(`  ${name.padEnd(34)}${value}\n`);
}
