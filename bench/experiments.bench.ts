/**
 * Measures how long the server takes to run a prompt on the examples of a dataset, with a provider
 * that answers after a fixed time and allows a fixed number of calls at once, compared with the time
 * that the provider alone needs. Also shows the memory of the server after each tenth of the runs.
 * Run: `npm run bench:experiments`
 *
 * Settings: BENCH_EXAMPLES (10000), BENCH_LATENCY_MS (200), BENCH_LIMIT (100), BENCH_CONCURRENCY (the
 * limit), BENCH_PORT (7700).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { withClient } from './ingest/bare-copy.js';
import { postgresSeconds, ServerProcess } from './ingest/server-process.js';

const PROVIDER = fileURLToPath(new URL('./experiments/provider.js', import.meta.url));
const EXAMPLES = Number(process.env['BENCH_EXAMPLES'] ?? 10_000);
const LATENCY_MS = Number(process.env['BENCH_LATENCY_MS'] ?? 200);
const LIMIT = Number(process.env['BENCH_LIMIT'] ?? 100);
const CONCURRENCY = Number(process.env['BENCH_CONCURRENCY'] ?? LIMIT);
const PORT = Number(process.env['BENCH_PORT'] ?? 7700);
const MB = 1024 * 1024;

const START = `subscription ($input: ChatCompletionOverDatasetInput!) {
  chatCompletionOverDataset(input: $input) {
    ... on ChatCompletionSubscriptionExperiment { experiment { id } }
  }
}`;
const READ = `query ($id: ID!) { node(id: $id) { ... on Experiment { job {
  status tokensUsed progress { successfulRuns failedRuns missingRuns } } } } }`;

interface Job {
  status: string;
  tokensUsed: number;
  progress: { successfulRuns: number; failedRuns: number; missingRuns: number };
}

const directory = await mkdtemp(join(tmpdir(), 'spandrel-bench-'));
// PostgreSQL may run as a different user, which needs access to this directory.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, 'data'),
  log: () => undefined,
});
const provider = fork(PROVIDER, {
  env: { ...process.env, BENCH_LATENCY_MS: String(LATENCY_MS), BENCH_LIMIT: String(LIMIT) },
});
try {
  const { url } = await receive<{ url: string }>(provider);
  await measure(url);
} finally {
  provider.kill();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(providerUrl: string): Promise<void> {
  const server = await ServerProcess.start(postgres.url, PORT, { OLLAMA_BASE_URL: providerUrl });
  const datasetId = await upload(server.url);
  const idle = server.memory;
  const idleCpu = { server: server.cpuSeconds, postgres: await postgresSeconds(postgres.url) };
  const begin = performance.now();
  const experimentId = await start(server.url, datasetId);
  const memory: string[] = [];
  let job = await read(server.url, experimentId);
  while (job.status === 'RUNNING') {
    const done = job.progress.successfulRuns + job.progress.failedRuns;
    while (memory.length < Math.floor((done / EXAMPLES) * 10)) {
      memory.push((server.memory / MB).toFixed(0));
    }
    await sleep(200);
    job = await read(server.url, experimentId);
  }
  const seconds = await secondsOf(experimentId);
  const observed = (performance.now() - begin) / 1000;
  const bound = (EXAMPLES * LATENCY_MS) / LIMIT / 1000;
  provider.send('figures');
  const { answered, refused, most, providerCpu } = await receive<Record<string, number>>(provider);
  const { peakMemory } = server;
  const perRun = (seconds: number) => `${((seconds / EXAMPLES) * 1000).toFixed(2)} ms per run`;
  const serverCpu = server.cpuSeconds - idleCpu.server;
  const postgresCpu = (await postgresSeconds(postgres.url)) - idleCpu.postgres;
  await server.stop();
  await verify(job, answered!);
  const lines: [string, string][] = [
    ['runs stored, of examples', `${job.progress.successfulRuns} of ${EXAMPLES}`],
    ['seconds', seconds.toFixed(1)],
    ['seconds with start and polling', observed.toFixed(1)],
    ['bound of the provider', `${bound.toFixed(1)} s`],
    ['ratio to the bound', (seconds / bound).toFixed(2)],
    ['processor time of the server', perRun(serverCpu)],
    ['of PostgreSQL', perRun(postgresCpu)],
    ['of the provider', perRun(providerCpu!)],
    ['most calls at once', String(most)],
    ['refused calls', String(refused)],
    ['memory before', `${(idle / MB).toFixed(0)} MB`],
    ['memory at each tenth', `${memory.join(', ')} MB`],
    ['peak memory', `${(peakMemory / MB).toFixed(0)} MB`],
  ];
  process.stdout.write(
    `\n${EXAMPLES} examples, ${LATENCY_MS} ms, ${LIMIT} calls at once allowed, at most ${CONCURRENCY} tried\n`,
  );
  for (const [name, value] of lines) process.stdout.write(`  ${name.padEnd(34)}${value}\n`);
}

async function upload(serverUrl: string): Promise<string> {
  const numbers = Array.from({ length: EXAMPLES }, (_, n) => n);
  const body = {
    action: 'create',
    name: 'capitals',
    inputs: numbers.map((n) => ({ country: `Country ${n}`, text: 'x'.repeat(500) })),
    outputs: numbers.map((n) => ({ answer: `Capital ${n}` })),
  };
  const response = await fetch(`${serverUrl}/v1/datasets/upload?sync=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { data: { dataset_id: string } }).data.dataset_id;
}

/** Starts the experiment, and leaves its stream. */
async function start(serverUrl: string, datasetId: string): Promise<string> {
  const client = createClient({
    url: `${serverUrl.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
  });
  const promptVersion = {
    templateFormat: 'MUSTACHE',
    template: {
      messages: [
        { role: 'USER', content: [{ text: { text: 'The capital of {{country}}? {{text}}' } }] },
      ],
    },
    invocationParameters: { openai: { temperature: 0 } },
    modelProvider: 'OLLAMA',
    modelName: 'small',
  };
  const input = { datasetId, promptVersion, maxConcurrency: CONCURRENCY };
  const results = client.iterate<{ chatCompletionOverDataset: { experiment: { id: string } } }>({
    query: START,
    variables: { input },
  });
  for await (const { data, errors } of results) {
    if (errors) throw new Error(errors[0]!.message);
    void client.dispose();
    return data!.chatCompletionOverDataset.experiment.id;
  }
  throw new Error('The stream ended without an experiment.');
}

async function read(serverUrl: string, id: string): Promise<Job> {
  const response = await fetch(`${serverUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: READ, variables: { id } }),
  });
  const { data } = (await response.json()) as { data: { node: { job: Job } } };
  return data.node.job;
}

async function secondsOf(experimentId: string): Promise<number> {
  const rowId = Buffer.from(experimentId, 'base64').toString().split(':')[1];
  return withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ seconds: number }>(
      `SELECT extract(epoch FROM ended_at - created_at)::float8 AS seconds
         FROM experiment_jobs WHERE experiment_id = $1`,
      [rowId],
    );
    return rows[0]!.seconds;
  });
}

/** @throws unless every run is stored once, with its trace. */
async function verify({ progress }: Job, answered: number): Promise<void> {
  const { rows } = await withClient(postgres.url, (client) =>
    client.query<{ runs: string; traces: string }>(
      `SELECT count(DISTINCT (r.example_id, r.repetition_number)) AS runs,
              count(DISTINCT t.trace_id) AS traces
         FROM experiment_runs r JOIN traces t ON t.trace_id = r.trace_id WHERE NOT r.is_failed`,
    ),
  );
  const { runs, traces } = rows[0]!;
  const counts = [Number(runs), Number(traces), progress.successfulRuns, answered];
  if (counts.every((count) => count === EXAMPLES)) return;
  throw new Error(
    `Of ${EXAMPLES} runs, traces, successes and answers there are ${counts.join(', ')}.`,
  );
}

async function receive<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T];
  return message;
}
