import { withClient } from '../ingest/bare-copy.js';
import { type DatasetBench, report } from './dataset-bench.js';

/** Number of additional experiments, each as large as the first one, in the list. */
const COPIES = 49;
const TIMES = 20;

const EXPERIMENT_FIELDS = `id name sequenceNumber isBaseline createdAt user { id } dataset { id }
  datasetSplits { id } project { id } runCount errorRunCount expectedRunCount errorRate
  averageRunLatencyMs annotationSummaries { annotationName minScore maxScore meanScore count
    errorCount scoreCount labelCount }`;
const RUN_FIELDS = `id repetitionNumber output error latencyMs traceId trace { id }
  costSummary { total { tokens } } annotations { id name label score error }
  example { id revision { input output } }`;

/** Measures typical reads of experiments with many runs. */
export async function measureExperimentReads(
  { server: { url }, databaseUrl }: DatasetBench,
  datasetId: string,
  experimentId: string,
  evaluators: readonly string[],
): Promise<void> {
  await addCopies(databaseUrl);
  const list = `${url}/v1/datasets/${datasetId}/experiments`;
  const of = `${url}/v1/experiments/${experimentId}`;
  const names = evaluators.map((name) => `evaluation_name=${name}`).join('&');
  const graphql = (id: string, type: string, field: string) => ({
    url: `${url}/graphql`,
    query: `{ node(id: "${id}") { ... on ${type} { ${field} } } }`,
  });
  const lists = (first: number, fields: string) =>
    graphql(datasetId, 'Dataset', `experiments(first: ${first}) { edges { node { ${fields} } } }`);
  const runs = (args: string) =>
    graphql(experimentId, 'Experiment', `runs(${args}) { edges { node { ${RUN_FIELDS} } } }`);
  await measure('one experiment', { url: of });
  await measure('experiments, 50 of 10,000 runs', { url: `${list}?limit=50` });
  await measure('experiments in GraphQL, 50', lists(50, EXPERIMENT_FIELDS));
  await measure('experiments in GraphQL, 10', lists(10, EXPERIMENT_FIELDS));
  await measure('tokens of 50', lists(50, 'costSummary { total { tokens } }'));
  await measure('labels of 10', lists(10, 'annotationSummaries { labelFractions { label } }'));
  await measure('runs, first page of 100', runs('first: 100'));
  await measure(
    'runs by latency',
    runs('first: 100, sort: { col: { metric: latencyMs }, dir: desc }'),
  );
  await measure(
    'runs by score',
    runs(`first: 100, sort: { col: { annotationName: "${evaluators[0]}" }, dir: desc }`),
  );
  await measure('incomplete runs, none', { url: `${of}/incomplete-runs` });
  await measure('incomplete evaluations, none', { url: `${of}/incomplete-evaluations?${names}` });
  await measure('runs over REST, 100', { url: `${of}/runs?limit=100` });
  for (const format of ['runs', 'json', 'csv']) {
    const begun = performance.now();
    const bytes = (await (await fetch(`${of}/${format}`)).arrayBuffer()).byteLength;
    const ms = performance.now() - begun;
    report(`all 10,000 runs: ${format}`, `${(bytes / 1e6).toFixed(0)} MB, ${ms.toFixed(0)} ms`);
  }
}

/** Creates experiments with runs, evaluations and traces like those of the first. */
async function addCopies(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO traces (trace_id, project_id, start_time, end_time, prompt_tokens,
         completion_tokens)
       SELECT trace_id || '/' || copy, 1, start_time, end_time, 100, 20
         FROM experiment_runs CROSS JOIN generate_series(0, ${COPIES}) AS copy`,
    );
    await client.query(`UPDATE experiment_runs SET trace_id = trace_id || '/0'`);
    for (let copy = 1; copy <= COPIES; copy++) {
      await client.query(
        `WITH first AS (SELECT min(id) AS id FROM experiments),
         copy AS (
           INSERT INTO experiments (dataset_id, dataset_version_id, name, text_folded, repetitions,
             project_name, example_count)
           SELECT dataset_id, dataset_version_id, name, text_folded, repetitions, NULL, example_count
             FROM experiments WHERE id = (SELECT id FROM first) RETURNING id),
         runs AS (
           INSERT INTO experiment_runs (experiment_id, example_id, repetition_number, output,
             trace_id, start_time, end_time, is_failed, latency_ms)
           SELECT copy.id, r.example_id, r.repetition_number, '"x"',
                  split_part(r.trace_id, '/', 1) || '/${copy}', r.start_time, r.end_time, false,
                  random() * 1000
             FROM copy, experiment_runs r WHERE r.experiment_id = (SELECT id FROM first)
           RETURNING id, experiment_id)
         INSERT INTO experiment_run_annotations (experiment_id, run_id, name, annotator_kind, label,
           score, has_label, is_failed, start_time, end_time)
         SELECT r.experiment_id, r.id, name, 'LLM', 'good', random(), true, false, now(), now()
           FROM runs r CROSS JOIN unnest(ARRAY['correct', 'concise', 'polite']) AS name`,
      );
    }
    await client.query('VACUUM (ANALYZE)');
  });
}

async function measure(name: string, call: { url: string; query?: string }): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const begun = performance.now();
    const response = await fetch(call.url, {
      ...(call.query && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: call.query }),
      }),
    });
    const text = await response.text();
    times.push(performance.now() - begun);
    if (!response.ok || text.startsWith('{"errors"')) {
      throw new Error(`${name}: ${text.slice(0, 300)}`);
    }
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => `${times[Math.floor(part * (TIMES - 1))]!.toFixed(0)} ms`;
  report(name, `p50 ${at(0.5)}, p95 ${at(0.95)}`);
}
