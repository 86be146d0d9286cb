/**
 * Measures how fast spans are read over HTTP from a server in a separate process, and prints the query
 * plans. Fails if a plan scans all spans or traces.
 * Run: `npm run bench:query`, or `npm run bench:query -- --spans 10000000`. More spans make the history
 * longer, not the days fuller.
 *
 * Settings: BENCH_READS (all; a regular expression for their names), BENCH_CALLS (200), BENCH_PORT
 * (7600), BENCH_DIR (a temporary directory; if you set it, its data is kept and reused), BENCH_LIMITED
 * (1: with authentication; also measures each read, in turn, by a member from whom projects are hidden),
 * BENCH_WORKERS (the workers of a Citus cluster, which is measured instead of one PostgreSQL; without plans
 * and BENCH_DIR).
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { quarterOf } from '../src/spans/quarters.js';
import { createLogger } from '../src/kernel/logging/logger.js';
import { readEnv } from '../src/config/env.js';
import { startServer } from '../src/server.js';
import { SECURED } from './accounts/secured.js';
import { ServerProcess } from './ingest/server-process.js';
import { createCallers, OPEN, type Callers } from './query/callers.js';
import { startCluster, startSingle } from './query/database.js';
import { LARGE_TRACE, loadData, MIDDLE_TRACE, TRACE_ID } from './query/load-data.js';
import { planOf, statementsOf } from './query/plans.js';
import { allReads, type Call, type Read } from './query/reads.js';

const { values: options } = parseArgs({
  options: { spans: { type: 'string', default: '1000000' } },
});
const SPANS = Number(options.spans);
if (!(SPANS >= 1_000_000 && SPANS % 100_000 === 0)) {
  throw new Error('--spans must be a multiple of 100,000 and at least 1,000,000.');
}
const CALLS = Number(process.env['BENCH_CALLS'] ?? 200);
/** Calls of one caller before those of the next. */
const TURN = 10;
const PORT = Number(process.env['BENCH_PORT'] ?? 7600);
const WORKERS = Number(process.env['BENCH_WORKERS'] ?? 0);
const keptDirectory = process.env['BENCH_DIR'];

const directory = keptDirectory
  ? resolve(keptDirectory)
  : await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
await mkdir(directory, { recursive: true });
// PostgreSQL may run as a different user, which needs access to this directory.
await chmod(directory, 0o755);
const database = await (WORKERS > 0 ? startCluster(WORKERS, PORT + 10) : startSingle(directory));
const client = new pg.Client({ connectionString: database.url });
await client.connect();
try {
  const isLimited = process.env['BENCH_LIMITED'] === '1';
  const server = await ServerProcess.start(database.url, PORT, isLimited ? SECURED : {});
  try {
    await fill();
    const callers = isLimited ? await createCallers(client) : OPEN;
    const selected = new RegExp(process.env['BENCH_READS'] ?? '');
    const all = await allReads(
      (call) => send(server.url, call, callers.full),
      await traceId(MIDDLE_TRACE.number),
      await traceId(LARGE_TRACE.number),
    );
    const reads = all.filter(({ name }) => selected.test(name));
    for (const read of reads) await measure(server.url, read, callers);
    if (!isLimited && WORKERS === 0) await checkPlans(reads);
  } finally {
    await server.stop();
  }
} finally {
  await client.end();
  await database.stop();
  if (!keptDirectory) await rm(directory, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM spans LIMIT 1');
  if (rows.length > 0) return waitForLoops();
  const start = performance.now();
  await loadData(client, SPANS, (line) => process.stdout.write(`loading: ${line}\n`));
  const secondsSince = (): number => Math.round((performance.now() - start) / 1000);
  process.stdout.write(`loaded in ${secondsSince()} s\n`);
  await waitForLoops();
  await client.query('VACUUM ANALYZE span_blocks');
  process.stdout.write(`indexed after ${secondsSince()} s\n`);
}

/** Waits until all spans are indexed, and all quarters that are over are rolled up. */
async function waitForLoops(): Promise<void> {
  const waiting = `
    SELECT FROM unindexed_spans UNION ALL SELECT FROM changed_quarters
    UNION ALL SELECT FROM quarter_rollups
      WHERE changed_at IS NOT NULL AND quarter < ${quarterOf('now()')} LIMIT 1`;
  const start = performance.now();
  while ((await client.query(waiting)).rowCount !== 0) await sleep(1000);
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`indexed and rolled up in ${seconds.toFixed(0)} s\n`);
  await client.query(
    'VACUUM ANALYZE quarter_rollups, day_rollups, day_latencies, model_rollups, token_rollups',
  );
}

async function traceId(number: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`SELECT ${TRACE_ID(String(number))} AS id`);
  return rows[0]?.id ?? '';
}

/** @throws if the response is unexpected. */
async function send(
  url: string,
  { path, body }: Call,
  credentials: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...credentials },
    body: body && JSON.stringify(body),
  });
  const answer = (await response.json()) as { errors?: unknown };
  if (response.ok && !answer.errors) return answer;
  throw new Error(`${path}: ${response.status} ${JSON.stringify(answer).slice(0, 500)}`);
}

async function measure(
  url: string,
  { name, calls, budgetMs }: Read,
  { full, limited }: Callers,
): Promise<void> {
  const time = async (credentials: Record<string, string>): Promise<number> => {
    const start = performance.now();
    for (const call of calls) await send(url, call, credentials);
    return performance.now() - start;
  };
  const times: number[] = [];
  const limitedTimes: number[] = [];
  // Callers take turns rarely enough that their connections seldom change hands.
  for (let round = 0; round < CALLS; round += TURN) {
    for (let turn = 0; turn < TURN; turn++) times.push(await time(full));
    if (!limited) continue;
    for (let turn = 0; turn < TURN; turn++) limitedTimes.push(await time(limited));
  }
  const at = (sample: number[], share: number): number =>
    sample.toSorted((a, b) => a - b)[Math.floor(sample.length * share)] ?? Number.NaN;
  const show = (ms: number): string => ms.toFixed(1).padStart(8);
  const isLate = budgetMs !== undefined && at(times, 0.95) > budgetMs;
  const verdict = budgetMs === undefined ? '' : `  below ${budgetMs}${isLate ? '  MISSED' : ''}`;
  const ratio = (at(limitedTimes, 0.5) / at(times, 0.5)).toFixed(2);
  const beside = limited ? `  limited p50 ${show(at(limitedTimes, 0.5))} (${ratio})` : '';
  process.stdout.write(
    `${name.padEnd(42)} p50 ${show(at(times, 0.5))}  p95 ${show(at(times, 0.95))} ms${verdict}${beside}\n`,
  );
}

/** Repeats every read on a server in this process, where its SQL statements are visible. */
async function checkPlans(reads: readonly Read[]): Promise<void> {
  const env = readEnv({
    SPANDREL_DATABASE_URL: database.url,
    SPANDREL_PORT: String(PORT + 2),
    SPANDREL_GRPC_PORT: String(PORT + 3),
  });
  const log = createLogger({ level: 'error', structured: true });
  const server = await startServer({ ...env, databaseUrl: database.url }, log);
  const sequential: string[] = [];
  for (const read of reads) {
    process.stdout.write(`\n${read.name}\n`);
    const call = read.planned ?? read.calls[0];
    const statements = call
      ? await statementsOf(() => send(`http://127.0.0.1:${server.port}`, call))
      : [];
    for (const statement of statements) {
      const { line, isSequential } = await planOf(client, statement);
      process.stdout.write(`  ${isSequential ? 'SEQUENTIAL ' : ''}${line}\n`);
      if (isSequential) sequential.push(`${read.name}: ${statement.text}`);
    }
  }
  await server.stop();
  if (sequential.length > 0) throw new Error(`Full scans:\n${sequential.join('\n')}`);
}
