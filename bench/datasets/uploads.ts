import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '../ingest/bare-copy.js';
import { type DatasetBench, report } from './dataset-bench.js';
import { benchExamples, jsonBody, writeCsv, writeJsonl } from './example-files.js';

const MB = 1024 * 1024;

/** A JSON body is read as a whole, so its size is limited. */
const MAX_IN_JSON = 40_000;

interface Outcome {
  num_created_examples: number;
  num_updated_examples: number;
  num_deleted_examples: number;
}

/** Measures uploads as files and as JSON: all new, unchanged, and with 1% of the examples changed. */
export async function measureUploads(bench: DatasetBench): Promise<void> {
  const { server, directory, examples } = bench;
  const jsonl = join(directory, 'examples.jsonl');
  const csv = join(directory, 'examples.csv');
  const changed = join(directory, 'changed.jsonl');
  await writeJsonl(jsonl, benchExamples(examples));
  await writeCsv(csv, benchExamples(examples));
  await writeJsonl(changed, benchExamples(examples, true));
  report('server memory before', `${(server.peakMemory / MB).toFixed(0)} MB`);

  const file = (path: string, type: string, name: string, idKey?: string) => async () =>
    sendFile(server.url, await openAsBlob(path, { type }), name, idKey);
  const JSONL = 'application/jsonl';
  const all = { num_created_examples: examples, num_updated_examples: 0, num_deleted_examples: 0 };
  const none = { ...all, num_created_examples: 0 };
  const some = { ...none, num_updated_examples: Math.ceil(examples / 100) };
  await timed('JSONL, all new', examples, file(jsonl, JSONL, 'jsonl', 'id'), all);
  await timed('JSONL, unchanged', examples, file(jsonl, JSONL, 'jsonl', 'id'), none);
  await timed('JSONL, 1% changed', examples, file(changed, JSONL, 'jsonl', 'id'), some);
  await expectDelta(bench, 'jsonl', some.num_updated_examples);
  await timed('JSONL without IDs, all new', examples, file(jsonl, JSONL, 'no ids'), all);
  await timed('JSONL without IDs, 1% changed', examples, file(changed, JSONL, 'no ids'), {
    num_created_examples: some.num_updated_examples,
    num_updated_examples: 0,
    num_deleted_examples: some.num_updated_examples,
  });
  await timed('CSV, all new', examples, file(csv, 'text/csv', 'csv', 'id'), all);
  report('peak server memory, files', `${(server.peakMemory / MB).toFixed(0)} MB`);

  const inJson = Math.min(examples, MAX_IN_JSON);
  const body = jsonBody('json', benchExamples(inJson));
  const created = { ...all, num_created_examples: inJson };
  await timed(`JSON, ${inJson} new`, inJson, () => sendJson(server.url, body), created);
  report('peak server memory, JSON', `${(server.peakMemory / MB).toFixed(0)} MB`);
}

async function sendFile(
  url: string,
  file: Blob,
  name: string,
  idKey: string | undefined,
): Promise<Response> {
  const form = new FormData();
  form.append('action', 'update');
  form.append('name', name);
  form.append('input_keys[]', 'question');
  form.append('output_keys[]', 'answer');
  form.append('metadata_keys[]', 'topic');
  if (idKey) form.append('example_id_key', idKey);
  form.append('file', file, 'examples');
  return fetch(`${url}/v1/datasets/upload?sync=true`, { method: 'POST', body: form });
}

function sendJson(url: string, body: string): Promise<Response> {
  return fetch(`${url}/v1/datasets/upload?sync=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

/** @throws if the upload is refused or changes the wrong number of examples. */
async function timed(
  name: string,
  examples: number,
  send: () => Promise<Response>,
  expected: Outcome,
): Promise<void> {
  const begun = performance.now();
  const response = await send();
  const text = await response.text();
  const seconds = (performance.now() - begun) / 1000;
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
  const { data } = JSON.parse(text) as { data: Outcome };
  for (const key of Object.keys(expected) as (keyof Outcome)[]) {
    if (data[key] !== expected[key]) throw new Error(`${name}: ${text}`);
  }
  report(name, `${(examples / seconds).toFixed(0)} examples/s (${seconds.toFixed(1)} s)`);
}

/** @throws unless the newest version contains exactly the changes. */
async function expectDelta(
  { databaseUrl }: DatasetBench,
  name: string,
  changes: number,
): Promise<void> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ revisions: string }>(
      `SELECT count(*) AS revisions FROM dataset_example_revisions
       WHERE version_id = (SELECT max(v.id) FROM dataset_versions v
                           JOIN datasets d ON d.id = v.dataset_id WHERE d.name = $1)`,
      [name],
    ),
  );
  if (Number(rows[0]?.revisions) !== changes) throw new Error(`${rows[0]?.revisions} revisions`);
  report('revisions in the newest version', String(changes));
}
