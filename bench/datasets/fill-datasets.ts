import type { Client } from 'pg';
import { proseText } from '../ingest/prose.js';

const PROSE_BYTES = 450;
/** Number of different pieces of prose. */
const PIECES = 20_011;
const STRIDE = 7919;

/** A dataset in the database. */
export interface FilledDataset {
  id: number;
  /** Row IDs, oldest first. */
  versions: number[];
}

/**
 * Creates a dataset that grew: the first version has nine tenths of the examples, and each later one
 * adds, changes and deletes some.
 */
export async function fillGrown(
  client: Client,
  name: string,
  { examples, versions }: { examples: number; versions: number },
): Promise<FilledDataset> {
  const dataset = await makeDataset(client, name, versions);
  const [first, ...later] = dataset.versions;
  const added = Math.floor((examples * 0.1) / Math.max(1, later.length));
  await create(client, dataset.id, first!, examples - added * later.length);
  for (const [at, version] of later.entries()) {
    await create(client, dataset.id, version, added);
    await revise(client, dataset.id, version, 'PATCH', at, 100);
    await revise(client, dataset.id, version, 'DELETE', at + 37, 2000);
  }
  await finish(client, dataset);
  return dataset;
}

/** Creates a dataset in which every version replaced all examples. */
export async function fillReplaced(
  client: Client,
  name: string,
  { examples, versions }: { examples: number; versions: number },
): Promise<FilledDataset> {
  const dataset = await makeDataset(client, name, versions);
  for (const version of dataset.versions) {
    await revise(client, dataset.id, version, 'DELETE', 0, 1);
    await create(client, dataset.id, version, examples);
  }
  await finish(client, dataset);
  return dataset;
}

/** Adds every `every`th example of a dataset to a split. */
export async function fillSplit(
  client: Client,
  datasetId: number,
  name: string,
  every: number,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `WITH split AS (
       INSERT INTO dataset_splits (name, color) VALUES ($2, '#808080') RETURNING id),
     members AS (
       INSERT INTO dataset_split_examples (split_id, dataset_id, example_id)
       SELECT split.id, dataset_id, e.id FROM split, dataset_examples e
        WHERE dataset_id = $1 AND is_live AND e.id % $3 = 0)
     SELECT id::integer FROM split`,
    [datasetId, name, every],
  );
  return rows[0]!.id;
}

async function makeDataset(client: Client, name: string, versions: number): Promise<FilledDataset> {
  await client.query('CREATE TEMP TABLE IF NOT EXISTS prose (n integer PRIMARY KEY, text text)');
  const { rowCount } = await client.query('SELECT FROM prose LIMIT 1');
  if (rowCount === 0) await client.query(INSERT_PROSE, [pieces()]);
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO datasets (name, name_folded) VALUES ($1, $1) RETURNING id::integer',
    [name],
  );
  const { id } = rows[0]!;
  const made = await client.query<{ id: number }>(
    `INSERT INTO dataset_versions
       (dataset_id, example_count, created_count, updated_count, deleted_count)
     SELECT $1, 0, 0, 0, 0 FROM generate_series(1, $2) RETURNING id::integer`,
    [id, versions],
  );
  return { id, versions: made.rows.map((row) => row.id) };
}

async function create(
  client: Client,
  datasetId: number,
  version: number,
  count: number,
): Promise<void> {
  await client.query(
    `WITH made AS (
       INSERT INTO dataset_examples (dataset_id, external_id, created_version_id, revision_id)
       SELECT $1, 'example-' || $2::bigint || '-' || n, $2::bigint, 0
         FROM generate_series(1, $3) n
       RETURNING id)
     INSERT INTO dataset_example_revisions (example_id, version_id, kind, input, output, metadata)
     SELECT id, $2::bigint, 'CREATE', json_build_object('question', q.text),
            json_build_object('answer', a.text), json_build_object('topic', id % 10)
       FROM made ${proseFor('id')} ORDER BY id`,
    [datasetId, version, count],
  );
}

async function revise(
  client: Client,
  datasetId: number,
  version: number,
  kind: 'PATCH' | 'DELETE',
  rest: number,
  every: number,
): Promise<void> {
  const isDeletion = kind === 'DELETE';
  await client.query(
    `INSERT INTO dataset_example_revisions (example_id, version_id, kind, input, output, metadata)
     SELECT e.id, $2::bigint, $3,
            CASE WHEN $4 THEN '{}' ELSE json_build_object('question', q.text) END,
            CASE WHEN $4 THEN '{}' ELSE json_build_object('answer', a.text) END, '{}'
       FROM dataset_examples e ${proseFor('e.id + $2')}
      WHERE e.dataset_id = $1 AND e.is_live AND e.id % $6::bigint = $5::bigint % $6
        AND NOT EXISTS (SELECT FROM dataset_example_revisions r
                         WHERE r.example_id = e.id AND r.version_id = $2)
      ORDER BY e.id`,
    [datasetId, version, kind, isDeletion, rest, every],
  );
  if (!isDeletion) return;
  await client.query(
    `UPDATE dataset_examples e SET is_live = false, deleted_version_id = $2 FROM dataset_example_revisions r
      WHERE e.dataset_id = $1 AND r.example_id = e.id AND r.version_id = $2 AND r.kind = 'DELETE'`,
    [datasetId, version],
  );
}

/** Points examples to their newest revisions and sets the counts of the versions. */
async function finish(client: Client, { id }: FilledDataset): Promise<void> {
  await client.query(
    `UPDATE dataset_examples e SET revision_id = r.id
       FROM (SELECT example_id, max(id) AS id FROM dataset_example_revisions GROUP BY example_id) r
      WHERE e.dataset_id = $1 AND r.example_id = e.id`,
    [id],
  );
  await client.query(
    `UPDATE dataset_versions v
        SET created_count = c.created, deleted_count = c.deleted, updated_count = c.updated,
            example_count = c.living
       FROM (SELECT version_id, count(*) FILTER (WHERE kind = 'CREATE') AS created,
                    count(*) FILTER (WHERE kind = 'DELETE') AS deleted,
                    count(*) FILTER (WHERE kind = 'PATCH') AS updated,
                    sum(sum(CASE kind WHEN 'CREATE' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END))
                      OVER (ORDER BY version_id) AS living
               FROM dataset_example_revisions r JOIN dataset_examples e ON e.id = r.example_id
              WHERE e.dataset_id = $1 GROUP BY version_id) c
      WHERE v.id = c.version_id`,
    [id],
  );
  await client.query(
    'VACUUM ANALYZE dataset_examples, dataset_example_revisions, dataset_versions',
  );
}

const INSERT_PROSE = `INSERT INTO prose
  SELECT ordinality - 1, piece FROM unnest($1::text[]) WITH ORDINALITY AS p (piece)`;

function pieces(): string[] {
  const text = proseText();
  return Array.from({ length: PIECES }, (_, n) => {
    const start = (n * STRIDE) % (text.length - PROSE_BYTES);
    return text.slice(start, start + PROSE_BYTES);
  });
}

/** Joins a question and an answer, which are different for every number. */
function proseFor(number: string): string {
  return `JOIN prose q ON q.n = (${number}) % ${PIECES} JOIN prose a ON a.n = (${number}) * 7 % ${PIECES}`;
}
