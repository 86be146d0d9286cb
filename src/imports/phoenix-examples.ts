import type { ImportedDatasetsService } from '../datasets/uploads/imported-datasets.service.js';
import { getOwn, type JsonObject } from '../kernel/json/json.js';
import { type PhoenixClient, textOrNull } from './phoenix-client.js';

/** Examples whose row IDs are looked up together. */
const EXAMPLES_AT_ONCE = 1_000;

/** An example that was imported. */
export interface KnownExample {
  /** Row ID on this server. */
  id: number;
  /** Global ID on the other server. */
  nodeId: string;
  /** Names of the splits that it is in now. */
  splits: string[];
}

/** The ID by which an imported example is found. One that the other server made would mean another here. */
export function exampleIdOf(row: JsonObject): string {
  const id = textOrNull(getOwn(row, 'id')) ?? '';
  return id === nodeIdOf(row) ? `imported-${id}` : id;
}

/** The ID that the other server made. Older servers show no other. */
function nodeIdOf(row: JsonObject): string {
  return textOrNull(getOwn(row, 'node_id') ?? getOwn(row, 'id')) ?? '';
}

/** Finds the examples of a version that were imported, some at a time. Their contents are not kept. */
export async function* findKnownExamples(
  { client, datasets }: { client: PhoenixClient; datasets: ImportedDatasetsService },
  path: string,
  versionId: string,
  datasetId: number,
): AsyncGenerator<KnownExample[], void> {
  let waiting: { ownId: string; nodeId: string; splits: string[] }[] = [];
  const find = async (): Promise<KnownExample[]> => {
    const found = waiting.splice(0);
    const ids = await datasets.findExamples(
      datasetId,
      found.map(({ ownId }) => ownId),
    );
    return found.flatMap(({ ownId, ...example }) => {
      const id = ids.get(ownId);
      return id === undefined ? [] : { id, ...example };
    });
  };
  for await (const row of client.records(`${path}/jsonl`, { version_id: versionId })) {
    const splits = getOwn(row, 'splits');
    waiting.push({
      ownId: exampleIdOf(row),
      nodeId: nodeIdOf(row),
      splits: Array.isArray(splits) ? splits.filter((name) => typeof name === 'string') : [],
    });
    if (waiting.length >= EXAMPLES_AT_ONCE) yield await find();
  }
  yield await find();
}
