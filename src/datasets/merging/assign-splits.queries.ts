import type pg from 'pg';
import { joinBy } from './lock-dataset.queries.js';

/** The color of a split that an upload creates. */
const COLOR = '#808080';

/**
 * Makes sure that every split named in `row_keys` exists until the transaction ends. Locks the
 * splits, which are shared by all datasets, in the order of their names, so that uploads cannot
 * deadlock.
 */
export async function lockSplits(client: pg.ClientBase, userId: number | null): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT name FROM row_keys CROSS JOIN unnest(splits) AS name`,
  );
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return;
  // Repeats if somebody deletes a split between the two statements.
  for (let locked = 0; locked < names.length;) {
    await client.query(
      `INSERT INTO dataset_splits (name, color, user_id)
       SELECT name, $2, $3 FROM unnest($1::text[]) AS name ORDER BY name
       ON CONFLICT (name) DO NOTHING`,
      [names, COLOR, userId],
    );
    const { rowCount } = await client.query(
      'SELECT FROM dataset_splits WHERE name = ANY($1) ORDER BY name FOR KEY SHARE',
      [names],
    );
    locked = rowCount ?? 0;
  }
}

/** Removes deleted examples from their splits. */
export async function leaveSplits(client: pg.ClientBase): Promise<void> {
  await client.query(
    `DELETE FROM dataset_split_examples m
     USING row_changes c
     WHERE c.kind = 'DELETE' AND m.example_id = c.example_id`,
  );
}

/**
 * Assigns the examples of the rows to exactly the splits that the rows name.
 * @param scope which examples are removed from splits that no row names for them: those of the
 * rows, or all of the dataset.
 * @returns the number of examples without other changes that are now in different splits.
 */
export async function assignSplits(
  client: pg.ClientBase,
  datasetId: number,
  scope: 'rows' | 'dataset',
): Promise<number> {
  await joinBy(client, 'sets');
  await client.query(
    `CREATE TEMP TABLE row_examples ON COMMIT DROP AS
     SELECT row_number, live_id AS example_id FROM row_matches
     UNION ALL
     SELECT row_number, example_id FROM row_changes WHERE kind = 'CREATE'`,
  );
  await client.query(
    `CREATE TEMP TABLE row_memberships ON COMMIT DROP AS
     SELECT DISTINCT s.id AS split_id, e.example_id
     FROM row_keys k
     CROSS JOIN unnest(k.splits) AS name
     JOIN dataset_splits s USING (name)
     JOIN row_examples e USING (row_number)`,
  );
  await client.query('CREATE INDEX ON row_examples (example_id)');
  await client.query('CREATE INDEX ON row_memberships (example_id, split_id)');
  await client.query('ANALYZE row_examples, row_memberships');
  await joinBy(client, 'rows');
  await moveMembers(client, datasetId, scope);
  await joinBy(client, 'sets');
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(DISTINCT example_id)
     FROM row_moves m
     WHERE NOT EXISTS (SELECT FROM row_changes c WHERE c.example_id = m.example_id)`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Moves examples between splits, and creates `row_moves` with the examples that were added or
 * removed.
 */
async function moveMembers(
  client: pg.ClientBase,
  datasetId: number,
  scope: 'rows' | 'dataset',
): Promise<void> {
  const inScope =
    scope === 'rows'
      ? 'EXISTS (SELECT FROM row_examples e WHERE e.example_id = m.example_id)'
      : 'true';
  await client.query('CREATE TEMP TABLE row_moves (example_id bigint NOT NULL) ON COMMIT DROP');
  await client.query(
    `WITH gone AS (
       DELETE FROM dataset_split_examples m
       USING dataset_splits s
       WHERE m.split_id = s.id AND m.dataset_id = $1 AND ${inScope}
         AND NOT EXISTS (
           SELECT FROM row_memberships r
           WHERE r.split_id = m.split_id AND r.example_id = m.example_id
         )
       RETURNING m.example_id
     ), come AS (
       INSERT INTO dataset_split_examples (split_id, dataset_id, example_id)
       SELECT split_id, $1, example_id FROM row_memberships
       ON CONFLICT DO NOTHING
       RETURNING example_id
     )
     INSERT INTO row_moves SELECT example_id FROM gone UNION ALL SELECT example_id FROM come`,
    [datasetId],
  );
}
