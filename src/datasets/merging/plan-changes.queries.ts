import type pg from 'pg';

/** The numbers of examples that a version creates, patches and deletes. */
export interface ChangeCounts {
  created: number;
  patched: number;
  deleted: number;
}

/**
 * Creates an empty `row_changes`: one row for each revision to write, with the ids of the revision
 * and its example. Plan patches, then deletions, then creations, because ids ascend in that order.
 */
export async function createPlan(client: pg.ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE row_changes (
       revision_id bigint NOT NULL DEFAULT nextval('dataset_example_revisions_id_seq'),
       kind text NOT NULL,
       row_number integer,
       example_id bigint NOT NULL,
       is_new boolean NOT NULL DEFAULT false
     ) ON COMMIT DROP`,
  );
}

/** Plans a patch of every matched example whose content differs. */
export async function planPatches(client: pg.ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO row_changes (kind, row_number, example_id)
     SELECT 'PATCH', row_number, live_id FROM row_matches WHERE NOT is_same ORDER BY row_number`,
  );
}

/** Plans the deletion of every live example that no row matches. */
export async function planDeletions(client: pg.ClientBase, datasetId: number): Promise<void> {
  await client.query(
    `INSERT INTO row_changes (kind, example_id)
     SELECT 'DELETE', e.id
     FROM dataset_examples e
     WHERE e.dataset_id = $1 AND e.is_live
       AND NOT EXISTS (SELECT FROM row_matches m WHERE m.live_id = e.id)
     ORDER BY e.id`,
    [datasetId],
  );
}

/** Plans the deletion of examples by row ID. Returns the ids of those that are live. */
export async function planDeletionsOf(
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

/**
 * Plans an example for every row without a match. Restores a deleted example if its author-chosen
 * id is the same; the others are new.
 */
export async function planCreations(client: pg.ClientBase, datasetId: number): Promise<void> {
  await client.query(
    `INSERT INTO row_changes (kind, row_number, example_id, is_new)
     SELECT 'CREATE', row_number, coalesce(deleted_id, nextval('dataset_examples_id_seq')),
            deleted_id IS NULL
     FROM (
       SELECT k.row_number, e.id AS deleted_id
       FROM row_keys k
       LEFT JOIN dataset_examples e ON e.dataset_id = $1 AND e.external_id = k.example_id
       WHERE NOT EXISTS (SELECT FROM row_matches m WHERE m.row_number = k.row_number)
       ORDER BY k.row_number
     ) AS unmatched`,
    [datasetId],
  );
}

/** Counts the planned changes. */
export async function countChanges(client: pg.ClientBase): Promise<ChangeCounts> {
  await client.query('ANALYZE row_changes');
  const { rows } = await client.query<ChangeCounts>(
    `SELECT count(*) FILTER (WHERE kind = 'CREATE') AS created,
            count(*) FILTER (WHERE kind = 'PATCH') AS patched,
            count(*) FILTER (WHERE kind = 'DELETE') AS deleted
     FROM row_changes`,
  );
  return rows[0]!;
}
