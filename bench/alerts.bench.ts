/**
 * Measures what a thousand alert rules cost: how long a round takes that evaluates all of them, while
 * nothing arrives and while spans arrive as fast as possible. One query of a round runs at a time, so
 * this is at least the processor time.
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
import { ServerProcess } from './ingest/server-process.js';

const RULES = Number(process.env['BENCH_RULES'] ?? 1_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 40);
const SPANS = Number(process.env['BENCH_SPANS'] ?? 100_000);
const PORT = Number(process.env['BENCH_PORT'] ?? 7860);
const SETTLE_MS = 20_000;
const ROUNDS = 3;
/** Longer than the pause after a round. */
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
    await measure(server.url);
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  await send(url);
  // The spans are indexed and priced first.
  await sleep(SETTLE_MS);
  await createRules();
  const began = await readRounds();
  for (let round = 0; round < ROUNDS; round++) {
    await makeDue();
    await sleep(PART_MS);
  }
  const quiet = await readRounds();
  const start = performance.now();
  let sent = 0;
  while (performance.now() - start < SECONDS * 1_000) {
    await makeDue();
    await send(url);
    sent += SPANS;
  }
  const seconds = (performance.now() - start) / 1_000;
  const ended = await readRounds();
  process.stdout.write(
    `${RULES} alert rules on ${SPANS} spans and more\n` +
      `  at rest            ${describeRounds(began, quiet)}\n` +
      `  at ${(sent / seconds).toFixed(0)} spans/s    ${describeRounds(quiet, ended)}\n`,
  );
}

function describeRounds(from: Rounds, to: Rounds): string {
  const count = to.count - from.count;
  const each = (to.seconds - from.seconds) / count;
  const share = ((each / 60) * 100).toFixed(1);
  return `${count} rounds of ${each.toFixed(2)} s: ${share} % of one core, once a minute`;
}

async function send(url: string): Promise<void> {
  const task = { url: `${url}/v1/traces`, spans: SPANS, payloadBytes: 2_000, concurrency: 12 };
  await sendFromSecondProcess(task);
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

/** Lets all rules be evaluated at the next look at them. */
function makeDue(): Promise<void> {
  return withClient(postgres.url, async (client) => {
    await client.query('UPDATE alert_rules SET next_evaluation_at = now()');
  });
}

interface Rounds {
  count: number;
  seconds: number;
}

/** Reads how many rounds there were, and how long they took together. */
async function readRounds(): Promise<Rounds> {
  const text = await (await fetch(`http://127.0.0.1:${PORT + 2}/metrics`)).text();
  const read = (name: string) =>
    Number(
      new RegExp(`^spandrel_alert_round_seconds_${name}\\{kind="rolled"\\} (\\S+)$`, 'm').exec(
        text,
      )?.[1] ?? 0,
    );
  return { count: read('count'), seconds: read('sum') };
}
