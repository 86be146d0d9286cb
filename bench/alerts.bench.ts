/**
 * Measures what a thousand alert rules cost: the processor time of the server and PostgreSQL without
 * and with them while nothing arrives, and how long their evaluation takes while spans arrive as fast
 * as possible.
 * Run: `npm run bench:alerts`
 *
 * Settings: BENCH_RULES (1000), BENCH_SECONDS (40, during ingestion), BENCH_SPANS (100000),
 * BENCH_PORT (7860).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { withClient } from './ingest/bare-copy.js';
import { sendFromSecondProcess } from './ingest/send-spans.js';
import { postgresSeconds, ServerProcess } from './ingest/server-process.js';

const RULES = Number(process.env['BENCH_RULES'] ?? 1_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 40);
const SPANS = Number(process.env['BENCH_SPANS'] ?? 100_000);
const PORT = Number(process.env['BENCH_PORT'] ?? 7860);
const SETTLE_MS = 20_000;
/** Parts without and with a round, in turns, so that other load affects both. */
const PAIRS = 3;
const PART_MS = 12_000;

const directory = await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
// PostgreSQL may run as a different user, which needs access to this directory.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
try {
  const env = { SPANDREL_ENABLE_PROMETHEUS: 'true', SPANDREL_PROMETHEUS_PORT: String(PORT + 2) };
  const server = await ServerProcess.start(postgres.url, PORT, env);
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(server: ServerProcess): Promise<void> {
  await send(server.url);
  // The spans are indexed and priced first.
  await sleep(SETTLE_MS);
  await createRules();
  const began = await readRounds();
  const cost = { without: 0, withRound: 0 };
  for (let pair = 0; pair < PAIRS; pair++) {
    await enable(false);
    cost.without += await measureProcessor(server);
    await enable(true);
    cost.withRound += await measureProcessor(server);
  }
  const quiet = await readRounds();
  const start = performance.now();
  let sent = 0;
  while (performance.now() - start < SECONDS * 1_000) {
    await send(server.url);
    sent += SPANS;
  }
  const seconds = (performance.now() - start) / 1_000;
  const ended = await readRounds();
  const rounds = quiet.count - began.count;
  const perRound = (cost.withRound - cost.without) / rounds;
  const perMinute = (quiet.seconds - began.seconds) / rounds;
  process.stdout.write(
    `${RULES} alert rules on ${SPANS} spans, evaluated once a minute\n` +
      `  at rest          ${perRound.toFixed(2)} s of processor time per minute, ` +
      `${((perRound / 60) * 100).toFixed(1)} % of one core; a round takes ${perMinute.toFixed(2)} s\n` +
      `  at ${(sent / seconds).toFixed(0)} spans/s  ${ended.count - quiet.count} rounds took ` +
      `${(ended.seconds - quiet.seconds).toFixed(2)} s of ${seconds.toFixed(0)} s, ` +
      `${(((ended.seconds - quiet.seconds) / seconds) * 100).toFixed(1)} %\n`,
  );
}

async function send(url: string): Promise<void> {
  const task = { url: `${url}/v1/traces`, spans: SPANS, payloadBytes: 2_000, concurrency: 12 };
  await sendFromSecondProcess(task);
}

/** Returns the processor time that the server and PostgreSQL use in a part. */
async function measureProcessor(server: ServerProcess): Promise<number> {
  const read = async () => server.cpuSeconds + (await postgresSeconds(postgres.url));
  const before = await read();
  await sleep(PART_MS);
  return (await read()) - before;
}

/** Creates rules on all traces of the project, with every measure and the windows of a minute. */
function createRules(): Promise<void> {
  return withClient(postgres.url, async (client) => {
    await client.query(
      `INSERT INTO alert_rules (project_id, name, target, condition, measure, window_minutes, baseline,
              comparison, threshold, quiet_minutes, webhook_ids, user_ids, is_enabled)
       SELECT (SELECT id FROM projects WHERE name = 'bench'), 'r' || n, 'TRACES', '',
              (ARRAY['COUNT', 'ERROR_RATE', 'LATENCY_P95', 'TOKENS', 'COST'])[n % 5 + 1],
              (ARRAY[5, 15, 30, 60])[n % 4 + 1],
              CASE WHEN n % 7 = 0 THEN 'LAST_WEEK' ELSE 'NONE' END, 'ABOVE', 1e12, 10, '{}', '{}', true
         FROM generate_series(1, $1::int) n`,
      [RULES],
    );
  });
}

/** Lets all rules be evaluated at the next look at them, or none. */
function enable(isEnabled: boolean): Promise<void> {
  return withClient(postgres.url, async (client) => {
    await client.query('UPDATE alert_rules SET is_enabled = $1, next_evaluation_at = now()', [
      isEnabled,
    ]);
  });
}

/** Reads how many rounds there were, and how long they took together. */
async function readRounds(): Promise<{ count: number; seconds: number }> {
  const text = await (await fetch(`http://127.0.0.1:${PORT + 2}/metrics`)).text();
  const read = (name: string) =>
    Number(new RegExp(`^spandrel_alert_round_seconds_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return { count: read('count'), seconds: read('sum') };
}
