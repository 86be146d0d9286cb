/**
 * Measures what sampling costs: the processor time of the server and of PostgreSQL for each span, from
 * its arrival until its trace is decided about and everything is indexed and rolled up. Off, keeping all
 * traces, and keeping a tenth, in turns. Fails if a statement that runs all the time scans a large table.
 * Run: `npm run bench:sampling`
 *
 * Settings: BENCH_SPANS (30000, in each turn), BENCH_ROUNDS (2), BENCH_PORT (7860).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { SingleDistribution } from '../src/kernel/sql/single-distribution.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { findDuePolicy, listHandOvers } from '../src/sampling/deciding/hand-overs.queries.js';
import {
  listUndecided,
  readActivity,
  readFacts,
  type RowReader,
} from '../src/tracing/sampling/sampled-traces.queries.js';
import { withClient } from './ingest/bare-copy.js';
import { sendFromSecondProcess } from './ingest/send-spans.js';
import { postgresSeconds, ServerProcess } from './ingest/server-process.js';
import { planOf, statementsOf } from './query/plans.js';

const SPANS = Number(process.env['BENCH_SPANS'] ?? 30_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 2);
const PORT = Number(process.env['BENCH_PORT'] ?? 7860);
const QUIET_SECONDS = 5;
const SETTLE_MS = 20_000;
const TURNS = ['off', 'keeping all', 'keeping a tenth'] as const;
const SHARES = { off: 1, 'keeping all': 1, 'keeping a tenth': 0.1 };
const RULES = {
  keepsFailed: true,
  minLatencyMs: 3_600_000,
  minCost: 100,
  scores: [{ name: 'correct', below: 0.5, labels: [] }],
  quietSeconds: QUIET_SECONDS,
  longestWaitSeconds: 3_600,
};

const directory = await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
// PostgreSQL may run as a different user, which needs access to this directory.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
try {
  const server = await ServerProcess.start(postgres.url, PORT);
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
  await withClient(postgres.url, checkPlans);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(server: ServerProcess): Promise<void> {
  // Creates the project, and warms up.
  await send(server.url, 5_000);
  const projectId = await findProject(server.url);
  await waitUntilDone();
  const micros: Record<(typeof TURNS)[number], number[]> = {
    off: [],
    'keeping all': [],
    'keeping a tenth': [],
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const turn of TURNS) {
      await setSampling(server.url, projectId, turn);
      const before = await readSeconds(server);
      await send(server.url, SPANS);
      // All turns last as long, because loops without work take time, too.
      await Promise.all([waitUntilDone(), sleep(SETTLE_MS)]);
      const perSpan = (((await readSeconds(server)) - before) / SPANS) * 1e6;
      micros[turn].push(perSpan);
      process.stdout.write(`round ${round + 1}, ${turn}: ${perSpan.toFixed(0)} µs for each span\n`);
    }
  }
  const least = (turn: (typeof TURNS)[number]) => Math.min(...micros[turn]);
  for (const turn of TURNS) {
    const ratio = least(turn) / least('off');
    process.stdout.write(
      `  ${turn.padEnd(16)} ${least(turn).toFixed(0)} µs of processor time, ${ratio.toFixed(3)} of off\n`,
    );
  }
}

async function send(url: string, spans: number): Promise<void> {
  const task = { url: `${url}/v1/traces`, spans, payloadBytes: 2_000, concurrency: 4 };
  await sendFromSecondProcess(task);
}

async function readSeconds(server: ServerProcess): Promise<number> {
  return server.cpuSeconds + (await postgresSeconds(postgres.url));
}

async function findProject(url: string): Promise<string> {
  const { getProjectByName } = await ask<{ getProjectByName: { id: string } }>(
    url,
    '{ getProjectByName(name: "bench") { id } }',
  );
  return getProjectByName.id;
}

async function setSampling(url: string, projectId: string, turn: (typeof TURNS)[number]) {
  await ask(
    url,
    `mutation ($input: PatchProjectSamplingInput!) {
       patchProjectSampling(input: $input) { project { id } } }`,
    {
      input: { projectId, isEnabled: turn !== 'off', rules: { ...RULES, share: SHARES[turn] } },
    },
  );
}

/** Waits until all spans are indexed, priced and rolled up, and all traces decided about. */
async function waitUntilDone(): Promise<void> {
  await withClient(postgres.url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ isDone: boolean }>(
        `SELECT NOT EXISTS (SELECT FROM unindexed_spans) AND NOT EXISTS (SELECT FROM unpriced_spans)
            AND NOT EXISTS (SELECT FROM undecided_spans) AND NOT EXISTS (SELECT FROM changed_quarters)
            AND NOT EXISTS (SELECT FROM quarter_rollups WHERE changed_at < now() - interval '6 s'
              AND to_timestamp((quarter + 1) * 900::float8) < now()) AS "isDone"`,
      );
      if (rows[0]!.isDone) return;
      await sleep(500);
    }
  });
}

/** Looks at the plans of the statements of the loop, when much is stored and waits. */
async function checkPlans(client: pg.Client): Promise<void> {
  const { rows: projects } = await client.query<{ id: number; rules: object }>(
    `SELECT p.id, s.rules FROM projects p JOIN sampling_policies s ON s.project_id = p.id`,
  );
  const { id, rules } = projects[0]! as { id: number; rules: Parameters<typeof readFacts>[1] };
  await client.query(
    `INSERT INTO undecided_spans (project_id, blocks, created_at)
     SELECT $1, ARRAY[n], now() - interval '1 h' + n * interval '1 ms'
       FROM generate_series(1, 100000) AS n`,
    [id],
  );
  // The rules that evaluate lag behind, in this project and another one.
  await client.query(
    `INSERT INTO unevaluated_spans (project_id, blocks, created_at)
     SELECT p, ARRAY[n], now() FROM generate_series(1, 50000) AS n, unnest($1::bigint[]) AS p`,
    [[id, 0]],
  );
  await client.query('UPDATE sampling_policies SET is_enabled = true');
  await client.query('ANALYZE');
  const reader: RowReader = {
    distribution: new SingleDistribution(),
    query: async (sql, parameters) => (await client.query(sql, parameters)).rows,
  };
  const { rows: traces } = await client.query<{ ids: string[] }>(
    'SELECT array_agg(trace_id) AS ids FROM (SELECT trace_id FROM traces LIMIT 500) t',
  );
  const { ids } = traces[0]!;
  const blocks = Array.from({ length: 64 }, (_, at) => at + 100);
  const statements = await statementsOf(async () => {
    const policy = await findDuePolicy(client);
    if (!policy) throw new Error('No policy is due.');
    await listHandOvers(client, policy, 200);
    await listUndecided(reader, id, blocks, '2020-01-01');
    await readActivity(reader, ids, '2020-01-01', rules);
    await readFacts(reader, rules, (where) => where.and(`t.trace_id = ANY(${where.bind(ids)})`));
  });
  for (const statement of statements) {
    const { line } = await planOf(client, statement);
    const isSequential = /Seq Scan (spans|traces|undecided_spans|unevaluated_spans)\b/.test(line);
    process.stdout.write(`  ${isSequential ? 'SEQUENTIAL' : 'indexed'}: ${line}\n`);
    if (isSequential) process.exitCode = 1;
  }
}

/** @throws if the answer has errors. */
async function ask<T>(url: string, query: string, variables: object = {}): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
