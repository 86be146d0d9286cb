import { randomBytes } from 'node:crypto';
import { insertRow, type Sql } from './insert.js';

/** A row of `datasets`. */
export interface DatasetRow {
  id: number;
  name: string;
  name_folded: string;
  description: string | null;
  metadata: object;
  user_id: number | null;
  updated_by: number | null;
  created_at: string;
  updated_at: string;
}

/** A row of `dataset_versions`. */
export interface DatasetVersionRow {
  id: number;
  dataset_id: number;
  description: string | null;
  metadata: object;
  user_id: number | null;
  example_count: number;
  created_count: number;
  updated_count: number;
  deleted_count: number;
  created_at: string;
}

/** Inserts a dataset without versions. Its name is random by default. */
export function aDataset(database: Sql, given: Partial<DatasetRow> = {}): Promise<DatasetRow> {
  const name = given.name ?? `dataset-${randomBytes(4).toString('hex')}`;
  return insertRow(database, 'datasets', {
    name,
    name_folded: name.toLowerCase(),
    ...given,
    metadata: JSON.stringify(given.metadata ?? {}),
  });
}

/**
 * Inserts a version without changes, by default of a new dataset. Fill it with `anExample` and
 * `aRevision`.
 */
export async function aDatasetVersion(
  database: Sql,
  given: Partial<DatasetVersionRow> = {},
): Promise<DatasetVersionRow> {
  const datasetId = given.dataset_id ?? (await aDataset(database)).id;
  const [live] = await database.sql<{ count: number }>(
    'SELECT count(*) FROM dataset_examples WHERE dataset_id = $1 AND is_live',
    [datasetId],
  );
  return insertRow(database, 'dataset_versions', {
    dataset_id: datasetId,
    example_count: live?.count ?? 0,
    created_count: 0,
    updated_count: 0,
    deleted_count: 0,
    ...given,
    metadata: JSON.stringify(given.metadata ?? {}),
  });
}
