/**
 * Compares one PostgreSQL with a Citus cluster of a coordinator and two workers, all on this machine: how
 * fast spans are stored, what each costs, and how long lists take. Both get the same spans in turns.
 * Run: `npm run bench:scale`
 *
 * Settings: BENCH_SPANS (20000 per round), BENCH_ROUNDS (2), BENCH_PAYLOADS (2000,10000),
 * BENCH_CONCURRENCY (12), BENCH_PORT (7800; and the next five).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sendFromSecondProcess } from './ingest/send-spans.js';
import { postgresSeconds, ServerProcess } from './ingest/server-process.js';
import { runSql } from './replica/replicated-postgres.js';
import { readLists } from './scale/list-reads.js';
import { findCitus, type PostgresNode } from './scale/postgres-node.js';
import { PostgresNodes } from './scale/postgres-nodes.js';

const SPANS = Number(process.env['BENCH_SPANS'] ?? 20_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 2);
const PAYLOADS = (process.env['BENCH_PAYLOADS'] ?? '2000,10000').split(',').map(Number);
const CONCURRENCY = Number(process.env['BENCH_CONCURRENCY'] ?? 12);
const PORT = Number(process.env['BENCH_PORT'] ?? 7800);
const WORKERS = 2;
const READS = 20;
const PARTS = 'server, coordinator, each worker';
const SETTLE_MS = 120_000;

/** The measured database: one PostgreSQL, or a coordinator and its workers. */
interface Side {
  name: string;
  nodes: readonly PostgresNode[];
  server: ServerProcess;
  stored: number;
}

/** Sums over all rounds. */
interface Totals {
  spans: number;
  seconds: number;
  /** Processor seconds while spans are stored: of the server, and of each node. */
  storing: number[];
  /** The same until they are also indexed and priced, and figures are up to date. */
  settled: number[];
}

const installation = await findCitus();
if (!installation) {
  process.stderr.write(
    'This needs a PostgreSQL with the extension citus; PG_CONFIG is its pg_config.\n',
  );
  process.exit(1);
}
const nodes = await PostgresNodes.prepare(installation, PORT);
const sides: Side[] = [];
try {
  sides.push(await open('one PostgreSQL', [await nodes.start()], PORT + 4));
  sides.push(await open('cluster', await nodes.startCluster(WORKERS), PORT + 6));
  for (const payloadBytes of PAYLOADS) await measure(payloadBytes);
} finally {
  for (const { server } of sides) await server.stop();
  await nodes.stop();
}

async function open(name: string, own: readonly PostgresNode[], port: number): Promise<Side> {
  return { name, nodes: own, server: await ServerProcess.start(own[0]!.url, port), stored: 0 };
}

async function measure(payloadBytes: number): Promise<void> {
  const totals = sides.map((): Totals => ({ spans: 0, seconds: 0, storing: [], settled: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, side] of sides.entries()) await store(side, payloadBytes, totals[i]!);
  }
  for (const [i, side] of sides.entries()) {
    const total = totals[i]!;
    print(`${side.name}, ${payloadBytes / 1000} KB of prose per span`, [
      ['spans/s', rateOf(total).toFixed(0)],
      ['processor time per span', side.nodes.length > 1 ? PARTS : 'server, PostgreSQL'],
      ['  while spans are stored', describeTimes(total.storing, total.spans)],
      ['  until all is indexed and priced', describeTimes(total.settled, total.spans)],
      ...describeReads(await readLists(side.server.url, READS)),
    ]);
  }
  const [single, cluster] = totals.map(rateOf);
  print('Cluster to one PostgreSQL', [['ratio of spans/s', (cluster! / single!).toFixed(2)]]);
}

async function store(side: Side, payloadBytes: number, totals: Totals): Promise<void> {
  for (const { url } of side.nodes) await runSql(url, 'CHECKPOINT');
  const before = await cpuTimes(side);
  const report = await sendFromSecondProcess({
    url: `${side.server.url}/v1/traces`,
    spans: SPANS,
    payloadBytes,
    concurrency: CONCURRENCY,
  });
  addDifference(totals.storing, await cpuTimes(side), before);
  totals.spans += report.acknowledged;
  totals.seconds += report.seconds;
  await settle(side);
  addDifference(totals.settled, await cpuTimes(side), before);
  side.stored += report.acknowledged;
  await verify(side);
}

/** Waits for the work in the background, which would slow down the other side. */
async function settle({ nodes: [first] }: Side): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const [left] = await runSql<{ count: string }>(
      first!.url,
      `SELECT (SELECT count(*) FROM unindexed_spans) + (SELECT count(*) FROM unpriced_spans)
            + (SELECT count(*) FROM changed_quarters) AS count`,
    );
    if (Number(left!.count) === 0) return;
    if (Date.now() > deadline) throw new Error(`${left!.count} batches are still not indexed.`);
    await sleep(500);
  }
}

/** @throws unless every acknowledged span is stored and counted exactly once. */
async function verify({ nodes: [first], stored }: Side): Promise<void> {
  const [row] = await runSql<Record<'spans' | 'counted', string>>(
    first!.url,
    `SELECT (SELECT count(*) FROM spans) AS spans, (SELECT sum(span_count) FROM traces) AS counted`,
  );
  if (Number(row!.spans) === stored && Number(row!.counted) === stored) return;
  throw new Error(`Acknowledged ${stored} spans, stored ${row!.spans}, counted ${row!.counted}.`);
}

/** Returns the processor seconds of the server and of each node so far. */
async function cpuTimes({ server, nodes: own }: Side): Promise<number[]> {
  return [server.cpuSeconds, ...(await Promise.all(own.map(({ url }) => postgresSeconds(url))))];
}

function addDifference(sums: number[], after: readonly number[], before: readonly number[]): void {
  for (const [i, time] of after.entries()) sums[i] = (sums[i] ?? 0) + time - before[i]!;
}

function rateOf({ spans, seconds }: Totals): number {
  return spans / seconds;
}

function describeTimes(seconds: readonly number[], spans: number): string {
  return seconds.map((time) => `${((time / spans) * 1e6).toFixed(0)} µs`).join(', ');
}

function describeReads(latencies: ReadonlyMap<string, number[]>): [string, string][] {
  return [...latencies].map(([name, all]) => [
    `${name}, p50 / p95`,
    `${quantile(all, 0.5).toFixed(0)} / ${quantile(all, 0.95).toFixed(0)} ms`,
  ]);
}

function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function print(title: string, lines: [string, string][]): void {
  process.stdout.write(`\n${title}\n`);
  for (const [name, value] of lines) process.stdout.write(`  ${name.padEnd(36)}${value}\n`);
}
