import type {
  ImportedDatasetsService,
  ImportedExample,
} from '../datasets/uploads/imported-datasets.service.js';
import { DomainError } from '../common/errors/errors.js';
import { getOwn, type JsonObject } from '../common/json/json.js';
import type { ImportReport } from './import-report.js';
import { objectAt, objectsIn, type PhoenixClient, textOrNull } from './phoenix-client.js';

const PAGE = 100;

interface Tools {
  client: PhoenixClient;
  datasets: ImportedDatasetsService;
  report: ImportReport;
}

/** Imports the datasets of another server, version by version, after the spans that they refer to. */
export async function importPhoenixDatasets(tools: Tools): Promise<void> {
  for await (const { rows } of tools.client.pages('/v1/datasets', { limit: PAGE })) {
    for (const row of rows) await importDataset(tools, row);
  }
}

async function importDataset(tools: Tools, row: JsonObject): Promise<void> {
  const { client, datasets, report } = tools;
  const name = textOrNull(getOwn(row, 'name')) ?? '';
  const path = `/v1/datasets/${encodeURIComponent(textOrNull(getOwn(row, 'id')) ?? '')}`;
  const versions: JsonObject[] = [];
  for await (const page of client.pages(`${path}/versions`, { limit: PAGE })) {
    versions.push(...page.rows);
  }
  const known = await datasets.listVersions(name);
  if (known?.some((id) => id === null)) {
    report.refuse(
      'datasets',
      'This server has changed the dataset, or has another one of this name.',
      name,
    );
    return;
  }
  const oldestFirst = versions.toReversed();
  const ids = oldestFirst.map((version) => textOrNull(getOwn(version, 'version_id')) ?? '');
  const missing = oldestFirst.slice(ids.indexOf(known?.[0] ?? '') + 1);
  if (known && known.length > 0 && !ids.includes(known[0]!)) {
    report.refuse('datasets', 'A dataset of this name was imported from another server.', name);
    return;
  }
  try {
    for (const version of missing) await importVersion(tools, row, path, version);
    report.take('datasets', known ? 0 : 1, known ? 1 : 0);
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 422) throw error;
    report.refuse('datasets', error.message, name);
  }
}

async function importVersion(
  { client, datasets, report }: Tools,
  dataset: JsonObject,
  path: string,
  version: JsonObject,
): Promise<void> {
  const id = textOrNull(getOwn(version, 'version_id')) ?? '';
  const answer = await client.get(`${path}/examples`, { version_id: id });
  const data = answer ? objectAt(answer, 'data') : {};
  const examples = objectsIn(getOwn(data, 'examples')).map(readExample);
  await datasets.store({
    dataset: {
      name: textOrNull(getOwn(dataset, 'name')) ?? '',
      description: textOrNull(getOwn(dataset, 'description')),
    },
    id,
    description: textOrNull(getOwn(version, 'description')),
    metadata: objectAt(version, 'metadata'),
    examples,
  });
  report.take('versions of datasets', 1);
}

/** An ID that the other server made would mean another example here, so it gets a prefix. */
function readExample(row: JsonObject): ImportedExample {
  const id = textOrNull(getOwn(row, 'id')) ?? '';
  const source = objectAt(row, 'source');
  return {
    id: id === getOwn(row, 'node_id') ? `imported-${id}` : id,
    input: objectAt(row, 'input'),
    output: objectAt(row, 'output'),
    metadata: objectAt(row, 'metadata'),
    spanId: textOrNull(getOwn(source, 'span_id')),
  };
}
