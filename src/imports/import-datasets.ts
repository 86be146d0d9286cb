import type {
  ImportedDatasetsService,
  ImportedExample,
} from '../datasets/uploads/imported-datasets.service.js';
import type { DatasetLabelsService } from '../datasets/labels/dataset-labels.service.js';
import type { DatasetSplitsService } from '../datasets/splits/dataset-splits.service.js';
import type { SplitMembersService } from '../datasets/splits/split-members.service.js';
import { getOwn, type JsonObject } from '../kernel/json/json.js';
import type { ImportReport } from './import-report.js';
import { importMembers, importSplits } from './import-splits.js';
import {
  objectAt,
  objectsIn,
  type PhoenixClient,
  textOrNull,
  timeOrNull,
} from './phoenix-client.js';
import { exampleIdOf, findKnownExamples } from './phoenix-examples.js';
import { addLabels } from './phoenix-labels.js';

const PAGE = 100;

interface Tools {
  client: PhoenixClient;
  datasets: ImportedDatasetsService;
  labels: DatasetLabelsService;
  splits: DatasetSplitsService;
  members: SplitMembersService;
  report: ImportReport;
}

/**
 * Imports the datasets of another server, version by version, after the spans that they refer to. Then
 * their splits and labels.
 */
export async function importPhoenixDatasets(tools: Tools): Promise<void> {
  const splitIds = await importSplits(tools);
  for await (const { rows } of tools.client.pages('/v1/datasets', { limit: PAGE })) {
    for (const row of rows) {
      const path = `/v1/datasets/${encodeURIComponent(textOrNull(getOwn(row, 'id')) ?? '')}`;
      try {
        const newest = await importVersions(tools, row, path);
        if (newest !== null) await importGroups(tools, nameOf(row), path, newest, splitIds);
      } catch (error) {
        tools.report.refuseFor(error, 'datasets', nameOf(row));
      }
    }
  }
}

/** @returns the ID of the newest version on the other server; null if there is none, or it was refused. */
async function importVersions(tools: Tools, row: JsonObject, path: string): Promise<string | null> {
  const { client, datasets, report } = tools;
  const name = nameOf(row);
  const versions = await client.all(`${path}/versions`, { limit: PAGE });
  const known = await datasets.listVersions(name);
  if (known?.some((id) => id === null)) {
    const reason = 'This server has changed the dataset, or has another one of this name.';
    report.refuse('datasets', reason, name);
    return null;
  }
  const oldestFirst = versions.toReversed();
  const ids = oldestFirst.map((version) => textOrNull(getOwn(version, 'version_id')) ?? '');
  const missing = oldestFirst.slice(ids.indexOf(known?.[0] ?? '') + 1);
  if (known && known.length > 0 && !ids.includes(known[0]!)) {
    report.refuse('datasets', 'A dataset of this name was imported from another server.', name);
    return null;
  }
  for (const version of missing) await importVersion(tools, row, path, version);
  report.take('datasets', known ? 0 : 1, known ? 1 : 0);
  return ids.at(-1) ?? null;
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
      name: nameOf(dataset),
      description: textOrNull(getOwn(dataset, 'description')),
      metadata: objectAt(dataset, 'metadata'),
    },
    id,
    description: textOrNull(getOwn(version, 'description')),
    metadata: objectAt(version, 'metadata'),
    createdAt: timeOrNull(getOwn(version, 'created_at')),
    examples,
  });
  report.take('versions of datasets', 1);
}

/** Imports what is not a part of versions. */
async function importGroups(
  tools: Tools,
  name: string,
  path: string,
  newest: string,
  splitIds: ReadonlyMap<string, number> | null,
): Promise<void> {
  const version = await tools.datasets.findVersion(name, newest);
  if (!version) return;
  const { datasetId } = version;
  await addLabels(
    tools,
    'labels of datasets',
    datasetId,
    await tools.client.all(`${path}/labels`, {}),
  );
  if (!splitIds) return;
  for await (const examples of findKnownExamples(tools, path, newest, datasetId)) {
    await importMembers(tools, datasetId, splitIds, examples);
  }
}

function readExample(row: JsonObject): ImportedExample {
  return {
    id: exampleIdOf(row),
    input: objectAt(row, 'input'),
    output: objectAt(row, 'output'),
    metadata: objectAt(row, 'metadata'),
    spanId: textOrNull(getOwn(objectAt(row, 'source'), 'span_id')),
  };
}

function nameOf(dataset: JsonObject): string {
  return textOrNull(getOwn(dataset, 'name')) ?? '';
}
