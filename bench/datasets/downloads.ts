import { toGlobalId } from '../../src/kernel/ids/global-id.js';
import { withClient } from '../ingest/bare-copy.js';
import { type DatasetBench, report } from './dataset-bench.js';
import { type FilledDataset, fillGrown } from './fill-datasets.js';

const MB = 1024 * 1024;
const LARGER = 10;
const FORMATS = ['jsonl', 'csv', 'jsonl/openai_ft', 'examples'];

/** Downloads a dataset, then one ten times as large, to show that server memory stays flat. */
export async function measureDownloads(bench: DatasetBench): Promise<void> {
  const { server, databaseUrl, examples } = bench;
  const [small, large] = await withClient(
    databaseUrl,
    async (client): Promise<[FilledDataset, FilledDataset]> => [
      await fillGrown(client, 'small', { examples, versions: 1 }),
      await fillGrown(client, 'large', { examples: examples * LARGER, versions: 10 }),
    ],
  );
  report('server memory before', `${(server.peakMemory / MB).toFixed(0)} MB`);
  for (const format of FORMATS) {
    await timed(server.url, `${format}, ${examples}`, small.id, format, examples);
  }
  report('peak server memory', `${(server.peakMemory / MB).toFixed(0)} MB`);
  for (const format of FORMATS.slice(0, 2)) {
    await timed(server.url, `${format}, ${examples * LARGER}`, large.id, format, examples * LARGER);
  }
  report('peak server memory, larger dataset', `${(server.peakMemory / MB).toFixed(0)} MB`);
}

async function timed(
  url: string,
  name: string,
  datasetId: number,
  format: string,
  examples: number,
): Promise<void> {
  const begun = performance.now();
  const id = encodeURIComponent(toGlobalId('Dataset', datasetId));
  const response = await fetch(`${url}/v1/datasets/${id}/${format}`, {
    headers: { 'accept-encoding': 'identity' },
  });
  if (!response.ok || !response.body) throw new Error(`${name}: ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += (chunk as Uint8Array).length;
  const seconds = (performance.now() - begun) / 1000;
  const rate = `${(examples / seconds).toFixed(0)} examples/s`;
  report(name, `${rate} (${(bytes / MB).toFixed(0)} MB, ${seconds.toFixed(1)} s)`);
}
