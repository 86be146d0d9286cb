import { ANONYMOUS } from '../kernel/access/access.js';
import { getOwn, type JsonObject } from '../kernel/json/json.js';
import type { DatasetSplitsService } from '../datasets/splits/dataset-splits.service.js';
import type { SplitMembersService } from '../datasets/splits/split-members.service.js';
import type { ImportReport } from './import-report.js';
import { objectAt, type PhoenixClient, textOrNull } from './phoenix-client.js';
import type { KnownExample } from './phoenix-examples.js';

const PAGE = 100;

const SPLITS = `query ($after: String) {
  datasetSplits(first: ${PAGE}, after: $after) {
    edges { node { name description color metadata } }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Tools {
  client: PhoenixClient;
  splits: DatasetSplitsService;
  members: SplitMembersService;
  report: ImportReport;
}

/**
 * Imports the splits of all datasets, without their examples. A split that has the same name here keeps its
 * details.
 * @returns the row IDs of the splits by name; null if the other server does not show them.
 */
export async function importSplits({
  client,
  splits,
  report,
}: Tools): Promise<Map<string, number> | null> {
  const ids = new Map<string, number>();
  try {
    for await (const node of client.nodes(SPLITS, (data) => objectAt(data, 'datasetSplits'))) {
      const name = textOrNull(getOwn(node, 'name')) ?? '';
      const [known] = await splits.listSlice([name], { offset: 0, limit: 1 });
      ids.set(name, known?.id ?? (await createSplit(splits, name, node)));
      report.take('splits', known ? 0 : 1, known ? 1 : 0);
    }
  } catch (error) {
    report.refuseFor(error, 'lists of splits', 'all datasets');
    return null;
  }
  return ids;
}

async function createSplit(
  splits: DatasetSplitsService,
  name: string,
  node: JsonObject,
): Promise<number> {
  const details = {
    name,
    description: textOrNull(getOwn(node, 'description')),
    color: textOrNull(getOwn(node, 'color')) ?? '#808080',
    metadata: objectAt(node, 'metadata'),
  };
  const { split } = await splits.create(details, ANONYMOUS);
  return split.id;
}

/** Puts examples into the splits that they are in on the other server, and into no others. */
export async function importMembers(
  { members }: Tools,
  datasetId: number,
  splitIds: ReadonlyMap<string, number>,
  examples: readonly KnownExample[],
): Promise<void> {
  const bySplits = Map.groupBy(examples, ({ splits }) => JSON.stringify(splits.toSorted()));
  for (const group of bySplits.values()) {
    const ids = group[0]!.splits.flatMap((name) => splitIds.get(name) ?? []);
    await members.replaceSplits(
      group.map(({ id }) => id),
      ids,
      datasetId,
    );
  }
}
