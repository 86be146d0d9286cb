import { aDataset, aDatasetVersion } from './dataset.js';
import { insertRow, type Sql } from './insert.js';

/** A row of `dataset_examples`. */
export interface ExampleRow {
  id: number;
  dataset_id: number;
  external_id: string | null;
  trace_id: string | null;
  span_id: string | null;
  created_version_id: number;
  revision_id: number;
  content_hash: Buffer | null;
  is_live: boolean;
  created_at: string;
}

/** A row of `dataset_example_revisions`. */
export interface RevisionRow {
  id: number;
  example_id: number;
  version_id: number;
  kind: 'CREATE' | 'PATCH' | 'DELETE';
  input: object;
  output: object;
  metadata: object;
  created_at: string;
}

type Payload = Partial<Pick<RevisionRow, 'input' | 'output' | 'metadata'>>;

/**
 * Inserts an example created in version `created_version_id`, by default the newest version of
 * `dataset_id`. Creates the dataset and version if there are none.
 */
export async function anExample(
  database: Sql,
  given: Partial<ExampleRow> & Payload = {},
): Promise<ExampleRow> {
  const { input, output, metadata, ...columns } = given;
  const versionId = columns.created_version_id ?? (await newestVersion(database, given.dataset_id));
  const [version] = await database.sql<{ dataset_id: number }>(
    'SELECT dataset_id FROM dataset_versions WHERE id = $1',
    [versionId],
  );
  const { id } = await insertRow<ExampleRow>(database, 'dataset_examples', {
    dataset_id: version!.dataset_id,
    revision_id: 0,
    is_live: false,
    ...columns,
    created_version_id: versionId,
  });
  const payload = { input, output, metadata };
  await aRevision(database, { example_id: id, version_id: versionId, kind: 'CREATE', ...payload });
  const [row] = await database.sql<ExampleRow>('SELECT * FROM dataset_examples WHERE id = $1', [
    id,
  ]);
  return row!;
}

/**
 * Inserts a revision of an example and updates what depends on it: whether the example is live, its
 * newest revision, and the counts of the version. By default, changes the payloads to empty ones.
 */
export async function aRevision(
  database: Sql,
  given: Partial<RevisionRow> & Pick<RevisionRow, 'example_id' | 'version_id'>,
): Promise<RevisionRow> {
  const kind = given.kind ?? 'PATCH';
  const revision = await insertRow<RevisionRow>(database, 'dataset_example_revisions', {
    kind,
    ...given,
    input: JSON.stringify(given.input ?? {}),
    output: JSON.stringify(given.output ?? {}),
    metadata: JSON.stringify(given.metadata ?? {}),
  });
  await database.sql(
    `UPDATE dataset_examples
        SET revision_id = $2, content_hash = NULL, is_live = $3,
            deleted_version_id = CASE WHEN $3 THEN 9223372036854775807 ELSE $4 END
      WHERE id = $1`,
    [revision.example_id, revision.id, kind !== 'DELETE', revision.version_id],
  );
  const count = { CREATE: 'created_count', PATCH: 'updated_count', DELETE: 'deleted_count' }[kind];
  const growth = { CREATE: 1, PATCH: 0, DELETE: -1 }[kind];
  await database.sql(
    `UPDATE dataset_versions SET ${count} = ${count} + 1, example_count = example_count + $2
      WHERE id = $1`,
    [revision.version_id, growth],
  );
  return revision;
}

async function newestVersion(database: Sql, datasetId: number | undefined): Promise<number> {
  const dataset_id = datasetId ?? (await aDataset(database)).id;
  const [newest] = await database.sql<{ id: number | null }>(
    'SELECT max(id) AS id FROM dataset_versions WHERE dataset_id = $1',
    [dataset_id],
  );
  return newest?.id ?? (await aDatasetVersion(database, { dataset_id })).id;
}
