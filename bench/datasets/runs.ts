import { withClient } from '../ingest/bare-copy.js';
import { type DatasetBench, report } from './dataset-bench.js';
import { benchExamples, jsonBody } from './example-files.js';
import { measureExperimentReads } from './experiment-reads.js';

const CLIENTS = 16;
const EXAMPLES = 2000;
const REPETITIONS = 5;
/** The output of a task: about 1 KB. */
const OUTPUT_BYTES = 1000;
const EVALUATORS = ['correct', 'concise', 'polite'];

interface Run {
  example: string;
  repetition: number;
}

/** Measures many clients that post runs and evaluations one by one, then reading them. */
export async function measureRuns(bench: DatasetBench): Promise<void> {
  const { url } = bench.server;
  const dataset = await send<{ dataset_id: string }>(
    `${url}/v1/datasets/upload?sync=true`,
    jsonBody('runs', benchExamples(EXAMPLES)),
  );
  const experiment = await send<{ id: string }>(
    `${url}/v1/datasets/${dataset.dataset_id}/experiments`,
    JSON.stringify({ repetitions: REPETITIONS }),
  );
  const examples = await read<{ examples: { node_id: string }[] }>(
    `${url}/v1/datasets/${dataset.dataset_id}/examples`,
  );
  const runs = examples.examples.flatMap(({ node_id }) =>
    Array.from({ length: REPETITIONS }, (_, at) => ({ example: node_id, repetition: at + 1 })),
  );
  const path = `${url}/v1/experiments/${experiment.id}/runs`;
  const ids: string[] = [];
  await timed(`runs, ${CLIENTS} clients`, runs, async (run) => {
    ids.push((await send<{ id: string }>(path, bodyOf(run))).id);
  });
  await expectEach(bench, experiment.id, runs.length);
  await timed('the same again, refused', runs, async (run) => {
    const response = await post(path, bodyOf(run));
    if (response.status !== 409)
      throw new Error(`Unexpected status of a second run: ${response.status}`);
  });
  await expectEach(bench, experiment.id, runs.length);
  const evaluations = ids.flatMap((id) => EVALUATORS.map((name) => ({ id, name })));
  await timed(`evaluations, ${CLIENTS} clients`, evaluations, async (evaluation) => {
    await send(`${url}/v1/experiment_evaluations`, evaluationBody(evaluation));
  });
  await measureExperimentReads(bench, dataset.dataset_id, experiment.id, EVALUATORS);
}

/** Runs clients that each send their requests in sequence. */
async function timed<T>(
  name: string,
  things: readonly T[],
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const left = things.values();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const thing of left) await work(thing);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  report(name, `${(things.length / seconds).toFixed(0)}/s (${seconds.toFixed(1)} s)`);
}

/** @throws unless every run of every example is stored exactly once. */
async function expectEach(bench: DatasetBench, id: string, expected: number): Promise<void> {
  const rows = await withClient(bench.databaseUrl, async (client) => {
    const result = await client.query<{ all: number; different: number }>(
      `SELECT count(*)::int AS all,
              count(DISTINCT (example_id, repetition_number))::int AS different
         FROM experiment_runs`,
    );
    return result.rows;
  });
  const { data } = (await (await fetch(`${bench.server.url}/v1/experiments/${id}`)).json()) as {
    data: { successful_run_count: number };
  };
  const counts = [rows[0]?.all, rows[0]?.different, data.successful_run_count];
  if (counts.some((count) => count !== expected)) {
    throw new Error(`There are ${counts.join(', ')} runs instead of ${expected}`);
  }
}

function bodyOf({ example, repetition }: Run): string {
  const now = new Date().toISOString();
  return JSON.stringify({
    dataset_example_id: example,
    repetition_number: repetition,
    output: { answer: 'x'.repeat(OUTPUT_BYTES) },
    start_time: now,
    end_time: now,
    trace_id: `${example}-${repetition}`,
    error: null,
  });
}

function evaluationBody({ id, name }: { id: string; name: string }): string {
  const now = new Date().toISOString();
  return JSON.stringify({
    experiment_run_id: id,
    name,
    annotator_kind: 'LLM',
    start_time: now,
    end_time: now,
    result: { score: Math.random(), label: 'good', explanation: 'It is as it should be.' },
  });
}

function post(url: string, body: string): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/** @throws if the response is an error. */
async function send<T>(url: string, body: string): Promise<T> {
  const response = await post(url, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { data: T }).data;
}

async function read<T>(url: string): Promise<T> {
  return ((await (await fetch(url)).json()) as { data: T }).data;
}
