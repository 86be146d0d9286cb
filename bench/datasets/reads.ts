import pg from 'pg';
import { createLogger } from '../../src/kernel/logging/logger.js';
import { toGlobalId } from '../../src/kernel/ids/global-id.js';
import { toKeysetCursor } from '../../src/kernel/pagination/keyset-cursor.js';
import { readEnv } from '../../src/config/env.js';
import { startServer } from '../../src/server.js';
import { withClient } from '../ingest/bare-copy.js';
import { planOf, statementsOf } from '../query/plans.js';
import { type DatasetBench, report } from './dataset-bench.js';
import { type FilledDataset, fillGrown, fillReplaced, fillSplit } from './fill-datasets.js';

const VERSIONS = 100;
/** How many times more examples the large dataset has. */
const LARGER = 10;
const CALLS = 200;
const BUDGET_MS = 50;

/** A page that is requested repeatedly. */
interface Read {
  name: string;
  query: string;
  variables: Record<string, unknown>;
}

/** Measures pages of a large dataset with many versions: newest, old, and by split. */
export async function measureReads({ server, databaseUrl, examples }: DatasetBench): Promise<void> {
  const reads = await withClient(databaseUrl, (client) => fill(client, examples));
  for (const read of reads) {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      const begun = performance.now();
      await send(server.url, read);
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
    const late = at(0.95) > BUDGET_MS ? '  MISSED' : '';
    report(read.name, `p50 ${at(0.5).toFixed(1)}  p95 ${at(0.95).toFixed(1)} ms${late}`);
  }
  await checkPlans(databaseUrl, reads);
}

async function fill(client: pg.Client, examples: number): Promise<Read[]> {
  const begun = performance.now();
  const size = { examples: examples * LARGER, versions: VERSIONS };
  const grown = await fillGrown(client, 'grown', size);
  const tenth = await fillSplit(client, grown.id, 'a tenth', 10);
  const rare = await fillSplit(client, grown.id, 'rare', examples / 10);
  const replaced = await fillReplaced(client, 'replaced', {
    examples: examples / 10,
    versions: VERSIONS,
  });
  await client.query('VACUUM ANALYZE');
  report('examples in the large dataset', String(size.examples));
  report('filled in', `${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const middle = { after: toKeysetCursor({ id: (examples * LARGER) / 2 }) };
  const old = (dataset: FilledDataset) => ({
    version: toGlobalId('DatasetVersion', dataset.versions[VERSIONS / 2]!),
  });
  const split = (...ids: number[]) => ({ splits: ids.map((id) => toGlobalId('DatasetSplit', id)) });
  return [
    page('first page', grown),
    page('page in the middle', grown, middle),
    page('first page of an old version', grown, old(grown)),
    page('page in the middle of an old version', grown, { ...old(grown), ...middle }),
    page('first page of a split of a tenth', grown, split(tenth)),
    page('first page of a rare split', grown, split(rare)),
    page('first page of two splits', grown, split(rare, tenth)),
    page('first page of a split, old version', grown, { ...split(tenth), ...old(grown) }),
    page('first page, all examples replaced often', replaced),
    page('first page of an old version, replaced often', replaced, old(replaced)),
    { name: 'list of datasets', query: DATASETS, variables: {} },
    { name: 'head of a dataset', query: HEAD, variables: { id: toGlobalId('Dataset', grown.id) } },
  ];
}

const PAGE = `query ($id: ID!, $version: ID, $splits: [ID!], $after: String) {
  node(id: $id) { ... on Dataset {
    examples(first: 50, datasetVersionId: $version, splitIds: $splits, after: $after) {
      edges { cursor node { id externalId datasetSplits { id name color }
        revision { input output metadata } } }
      pageInfo { hasNextPage endCursor } } } } }`;
const DATASETS = `{ datasets(first: 50) { edges { node { id name description createdAt
  lastUpdatedAt exampleCount experimentCount labels { id name color } } } } }`;
const HEAD = `query ($id: ID!) { node(id: $id) { ... on Dataset { name description exampleCount
  splits { id name color } labels { name } versions(first: 20) { edges { node {
    id description createdAt createdCount updatedCount deletedCount exampleCount } } } } } }`;

function page(name: string, { id }: FilledDataset, variables: Record<string, unknown> = {}): Read {
  return { name, query: PAGE, variables: { id: toGlobalId('Dataset', id), ...variables } };
}

/** @throws if the response is unexpected. */
async function send(url: string, { name, query, variables }: Read): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const answer = (await response.json()) as { errors?: unknown };
  if (!response.ok || answer.errors) {
    throw new Error(`${name}: ${response.status} ${JSON.stringify(answer).slice(0, 500)}`);
  }
}

/**
 * Repeats every read on a server in this process, where its SQL statements are visible.
 * @throws if a plan scans a large table.
 */
async function checkPlans(databaseUrl: string, reads: readonly Read[]): Promise<void> {
  const settings = {
    SPANDREL_DATABASE_URL: databaseUrl,
    SPANDREL_PORT: '0',
    SPANDREL_GRPC_PORT: '0',
  };
  const log = createLogger({ level: 'error', structured: true });
  const server = await startServer({ ...readEnv(settings), databaseUrl }, log);
  try {
    await withClient(databaseUrl, async (client) => {
      for (const read of reads) {
        process.stdout.write(`\n  ${read.name}\n`);
        const url = `http://127.0.0.1:${server.port}`;
        for (const statement of await statementsOf(() => send(url, read))) {
          const { line, isSequential } = await planOf(client, statement);
          process.stdout.write(`    ${line}\n`);
          if (isSequential) throw new Error(`Full scan: ${statement.text}`);
        }
      }
    });
  } finally {
    await server.stop();
  }
}
