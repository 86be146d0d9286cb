import type { EntityManager } from 'typeorm';

/** What a dataset is made of; JSON as text. */
export interface NewDataset {
  name: string;
  nameFolded: string;
  description: string | null;
  metadata: string;
  userId: number | null;
}

/** The changed details of a dataset. Undefined fields stay unchanged. */
export type DatasetPatch = Partial<Omit<NewDataset, 'userId'>>;

/** Answers the row id. */
export async function insertDataset(tx: EntityManager, dataset: NewDataset): Promise<number> {
  const { name, nameFolded, description, metadata, userId } = dataset;
  const [row] = await tx.query<[{ id: number }]>(
    `INSERT INTO datasets (name, name_folded, description, metadata, user_id, updated_by)
     VALUES ($1, $2, $3, $4, $5, $5) RETURNING id`,
    [name, nameFolded, description, metadata, userId],
  );
  return row.id;
}

export async function updateDataset(
  tx: EntityManager,
  id: number,
  patch: DatasetPatch,
  userId: number | null,
): Promise<void> {
  const { name, nameFolded, description, metadata } = patch;
  await tx.query(
    `UPDATE datasets
        SET name = coalesce($2, name), name_folded = coalesce($3, name_folded),
            description = CASE WHEN $4 THEN $5 ELSE description END,
            metadata = coalesce($6::json, metadata),
            updated_by = $7, updated_at = now()
      WHERE id = $1`,
    [id, name, nameFolded, description !== undefined, description, metadata, userId],
  );
}

/**
 * Waits for everyone who adds to a dataset, and keeps others out until the transaction ends. False
 * when there is none.
 */
export async function lockDataset(tx: EntityManager, id: number): Promise<boolean> {
  const rows: unknown[] = await tx.query('SELECT FROM datasets WHERE id = $1 FOR UPDATE', [id]);
  return rows.length > 0;
}

/** Names of the projects that hold the traces of a dataset's experiments. */
export async function experimentProjects(tx: EntityManager, datasetId: number): Promise<string[]> {
  const rows = await tx.query<{ name: string }[]>(
    `SELECT DISTINCT project_name AS name FROM experiments
      WHERE dataset_id = $1 AND project_name IS NOT NULL ORDER BY name`,
    [datasetId],
  );
  return rows.map((row) => row.name);
}

/**
 * Deletes a dataset. What hangs on it by foreign keys would go row by row; whole tables at a time
 * take a fraction of that, and leave the keys nothing to look for but that nothing is left.
 */
export async function deleteDataset(tx: EntityManager, id: number): Promise<void> {
  for (const statement of DELETIONS) await tx.query(statement, [id]);
}

const EXPERIMENTS = 'SELECT id FROM experiments WHERE dataset_id = $1';
const DELETIONS = [
  `DELETE FROM experiment_run_annotations WHERE experiment_id IN (${EXPERIMENTS})`,
  `DELETE FROM experiment_runs WHERE experiment_id IN (${EXPERIMENTS})`,
  'DELETE FROM experiments WHERE dataset_id = $1',
  `DELETE FROM dataset_split_examples
    WHERE split_id IN (SELECT id FROM dataset_splits) AND dataset_id = $1`,
  `DELETE FROM dataset_example_revisions
    WHERE example_id IN (SELECT id FROM dataset_examples WHERE dataset_id = $1)`,
  'DELETE FROM datasets WHERE id = $1',
];
