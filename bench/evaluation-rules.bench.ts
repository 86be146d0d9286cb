/**
 * Measures what a rule that evaluates a tenth of the spans costs ingestion: sends spans as fast as
 * possible, with the rule disabled and enabled in turns, so that other load on the machine affects
 * both. Then shows how long the evaluations take that ingestion left over.
 * Run: `npm run bench:evaluation-rules`
 *
 * Settings: BENCH_SPANS (100000, in each turn), BENCH_TURNS (4), BENCH_PORT (7860).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { sendFromSecondProcess } from './ingest/send-spans.js';
import { ServerProcess } from './ingest/server-process.js';

const SPANS = Number(process.env['BENCH_SPANS'] ?? 100_000);
const TURNS = Number(process.env['BENCH_TURNS'] ?? 4);
const PORT = Number(process.env['BENCH_PORT'] ?? 7860);
const SAMPLING_RATE = 0.1;
const FLOOR = 0.95;

interface Figures {
  evaluatedToday: number;
  failedToday: number;
  waitingCount: number;
}

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
    await measure(server.url);
  } finally {
    await server.stop();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  // Creates the project.
  await send(url, 5_000);
  const rule = await createRule(url);
  const seconds = { disabled: 0, enabled: 0 };
  let waitSeconds = 0;
  let atEnd = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    await waitUntilQuiet(url, rule);
    const isEnabled = turn % 2 === 1;
    await enable(url, rule, isEnabled);
    const before = await readFigures(url, rule);
    const kind = isEnabled ? 'enabled' : 'disabled';
    const took = await send(url, SPANS);
    seconds[kind] += took;
    process.stdout.write(`turn ${turn + 1}, ${kind}: ${(SPANS / took).toFixed(0)} spans/s\n`);
    if (!isEnabled) continue;
    atEnd += (await readFigures(url, rule)).evaluatedToday - before.evaluatedToday;
    const begun = performance.now();
    await waitUntilQuiet(url, rule);
    waitSeconds += (performance.now() - begun) / 1000;
  }
  const { evaluatedToday, failedToday } = await readFigures(url, rule);
  const ratio = seconds.disabled / seconds.enabled;
  const rate = (of: number) => `${((SPANS * TURNS) / 2 / of).toFixed(0)} spans/s`;
  process.stdout.write(
    `A rule that evaluates ${SAMPLING_RATE * 100} % of ${SPANS} spans, ${TURNS / 2} times\n` +
      `  disabled    ${rate(seconds.disabled)}\n` +
      `  enabled     ${rate(seconds.enabled)}, ${ratio.toFixed(3)} of that, ` +
      `${ratio >= FLOOR ? 'at least' : 'BELOW'} ${FLOOR}\n` +
      `  evaluated   ${evaluatedToday}, failed ${failedToday}; ${atEnd} during ingestion, ` +
      `the rest in ${waitSeconds.toFixed(0)} s\n`,
  );
}

async function send(url: string, spans: number): Promise<number> {
  const task = { url: `${url}/v1/traces`, spans, payloadBytes: 2_000, concurrency: 12 };
  return (await sendFromSecondProcess(task)).seconds;
}

async function createRule(url: string): Promise<string> {
  const { projects, builtInEvaluators } = await ask<{
    projects: { edges: { node: { id: string; name: string } }[] };
    builtInEvaluators: { id: string; name: string }[];
  }>(url, '{ projects { edges { node { id name } } } builtInEvaluators { id name } }');
  const project = projects.edges.find(({ node }) => node.name === 'bench')!.node;
  const evaluator = builtInEvaluators.find(({ name }) => name === 'contains')!;
  const input = {
    projectId: project.id,
    name: 'mentions a word',
    samplingRate: SAMPLING_RATE,
    evaluatorId: evaluator.id,
    inputMapping: { literalMapping: { words: 'order' }, pathMapping: { text: 'attributes' } },
  };
  const { createEvaluationRule: created } = await ask<{
    createEvaluationRule: { evaluationRule: { id: string } };
  }>(
    url,
    `mutation ($input: CreateEvaluationRuleInput!) {
       createEvaluationRule(input: $input) { evaluationRule { id } } }`,
    { input },
  );
  return created.evaluationRule.id;
}

async function enable(url: string, id: string, isEnabled: boolean): Promise<void> {
  await ask(
    url,
    `mutation ($input: UpdateEvaluationRuleInput!) {
       updateEvaluationRule(input: $input) { evaluationRule { id } } }`,
    { input: { id, isEnabled } },
  );
}

async function readFigures(url: string, id: string): Promise<Figures> {
  const { node } = await ask<{ node: Figures }>(
    url,
    `query ($id: ID!) { node(id: $id) { ... on EvaluationRule {
       evaluatedToday failedToday waitingCount } } }`,
    { id },
  );
  return node;
}

/** Waits until all spans are indexed, and all evaluations of the rule are made. */
async function waitUntilQuiet(url: string, rule: string): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    await sleep(1_000);
    const { projects } = await ask<{
      projects: { edges: { node: { spanIndexLag: { blocks: number } } }[] };
    }>(url, '{ projects { edges { node { spanIndexLag { blocks } } } } }');
    const blocks = projects.edges.reduce((sum, { node }) => sum + node.spanIndexLag.blocks, 0);
    const { waitingCount } = await readFigures(url, rule);
    quiet = blocks + waitingCount === 0 ? quiet + 1 : 0;
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
