import { getOwn, type JsonObject } from '../kernel/json/json.js';
import { objectAt, objectsIn, type PhoenixClient, textOrNull } from './phoenix-client.js';

const PAGE = 100;

/** Runs in one request. Their outputs may be large. */
const RUNS = 100;

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

const experimentsQuery = (id: string) => `query ($after: String) {
  node(id: ${JSON.stringify(id)}) {
    ... on Dataset {
      experiments(first: ${PAGE}, after: $after) {
        edges { node { id datasetSplits(first: ${PAGE}) { edges { node { name } } } } }
        ${PAGE_INFO}
      }
    }
  }
}`;

const examplesQuery = (id: string) => `query ($after: String) {
  compareExperiments(
    baseExperimentId: ${JSON.stringify(id)}, compareExperimentIds: [], first: ${PAGE}, after: $after
  ) {
    edges { node { example { id } } }
    ${PAGE_INFO}
  }
}`;

/**
 * Returns the names of the splits to which each experiment of a dataset was limited, by the ID of the
 * experiment. Temporary experiments, which the server deletes by itself, are not among them.
 * @throws UnprocessableError if GraphQL does not show them.
 */
export async function readLasting(
  client: PhoenixClient,
  datasetId: string,
): Promise<Map<string, string[]>> {
  const splits = new Map<string, string[]>();
  const nodes = client.nodes(experimentsQuery(datasetId), (data) =>
    objectAt(objectAt(data, 'node'), 'experiments'),
  );
  for await (const node of nodes) {
    const edges = objectsIn(getOwn(objectAt(node, 'datasetSplits'), 'edges'));
    const names = edges.flatMap((edge) => textOrNull(getOwn(objectAt(edge, 'node'), 'name')) ?? []);
    splits.set(textOrNull(getOwn(node, 'id')) ?? '', names);
  }
  return splits;
}

/** Yields the IDs of the examples of an experiment. @throws UnprocessableError if GraphQL does not show them. */
export async function* readExamples(
  client: PhoenixClient,
  experimentId: string,
): AsyncGenerator<string, void> {
  const nodes = client.nodes(examplesQuery(experimentId), (data) =>
    objectAt(data, 'compareExperiments'),
  );
  for await (const node of nodes) yield textOrNull(getOwn(objectAt(node, 'example'), 'id')) ?? '';
}

/**
 * Yields the runs of an experiment page by page, oldest first, so that they are stored in their order. The
 * server lists them newest first: if there are several pages, they are looked up first, and read again.
 */
export async function* readRuns(
  client: PhoenixClient,
  path: string,
): AsyncGenerator<JsonObject[], void> {
  const starts: (string | null)[] = [null];
  let last: JsonObject[] = [];
  for await (const { rows, next } of client.pages(`${path}/runs`, { limit: RUNS })) {
    last = rows;
    if (next !== null) starts.push(next);
  }
  yield last.toReversed();
  for (const cursor of starts.slice(0, -1).toReversed()) {
    const page = await client.get(`${path}/runs`, { limit: RUNS, cursor });
    yield objectsIn(getOwn(page ?? {}, 'data')).toReversed();
  }
}
