import type pg from 'pg';
import type { ExampleContent } from './content-hash.js';

/** An example as it is now. */
export interface CurrentExample extends ExampleContent {
  id: number;
}

/** Stable ids of the rows that live examples of the dataset have already, the first ones. */
export async function takenIds(client: pg.ClientBase, datasetId: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT k.example_id AS id
     FROM row_keys k
     JOIN dataset_examples e ON e.dataset_id = $1 AND e.external_id = k.example_id AND e.is_live
     ORDER BY k.row_number
     LIMIT 5`,
    [datasetId],
  );
  return rows.map(({ id }) => id);
}

/** What the live examples among those of a dataset hold, in no particular order. */
export async function currentExamples(
  client: pg.ClientBase,
  datasetId: number,
  ids: readonly number[],
): Promise<CurrentExample[]> {
  const { rows } = await client.query<CurrentExample>(
    `SELECT e.id, r.input, r.output, r.metadata
     FROM dataset_examples e
     JOIN dataset_example_revisions r ON r.id = e.revision_id
     WHERE e.id = ANY($2) AND e.dataset_id = $1 AND e.is_live`,
    [datasetId, ids],
  );
  return rows;
}

/** Plans the deletion of the live examples among those of a dataset; gives their ids. */
export async function planDeletionOf(
  client: pg.ClientBase,
  datasetId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO row_changes (kind, example_id)
     SELECT 'DELETE', id
     FROM (
       SELECT id FROM dataset_examples
       WHERE id = ANY($2) AND dataset_id = $1 AND is_live
       ORDER BY id
     ) AS deleted
     RETURNING example_id AS id`,
    [datasetId, ids],
  );
  return rows.map(({ id }) => id);
}
