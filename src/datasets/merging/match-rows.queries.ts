import type pg from 'pg';

/** Maximum number of examples and unknown ids that an error names. */
const REPORTED = 5;
const REPORTED_IDS = 1_000;

/** An example that more than one row names. */
export interface RepeatedId {
  exampleId: string;
  rowNumbers: number[];
}

/** Creates an empty `row_matches`: the live example of the dataset that each row matches. */
export async function createMatches(client: pg.ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE row_matches (
       row_number integer NOT NULL,
       live_id bigint NOT NULL,
       is_same boolean NOT NULL
     ) ON COMMIT DROP`,
  );
}

/**
 * Matches rows with the live examples of a dataset: only by id if a row has one, otherwise by
 * content. Rows and examples with the same content are paired one to one, in order.
 */
export async function matchRows(client: pg.ClientBase, datasetId: number): Promise<void> {
  await client.query(
    `WITH named AS (
       SELECT k.row_number, e.id, (e.content_hash = k.content_hash) IS TRUE AS is_same
       FROM row_keys k
       JOIN dataset_examples e ON e.external_id = k.example_id
       WHERE e.dataset_id = $1 AND e.is_live AND k.node_id IS NULL
       UNION ALL
       SELECT k.row_number, e.id, (e.content_hash = k.content_hash) IS TRUE
       FROM row_keys k
       JOIN dataset_examples e ON e.id = k.node_id
       WHERE e.dataset_id = $1 AND e.is_live
     ), unnamed AS (
       SELECT row_number, content_hash,
              row_number() OVER (PARTITION BY content_hash ORDER BY row_number) AS place
       FROM row_keys
       WHERE example_id IS NULL
     ), unmatched AS (
       SELECT e.id, e.content_hash,
              row_number() OVER (PARTITION BY e.content_hash ORDER BY e.id) AS place
       FROM dataset_examples e
       WHERE e.dataset_id = $1 AND e.is_live AND e.content_hash IS NOT NULL
         AND NOT EXISTS (SELECT FROM named n WHERE n.id = e.id)
     )
     INSERT INTO row_matches (row_number, live_id, is_same)
     SELECT row_number, id, is_same FROM named
     UNION ALL
     SELECT n.row_number, m.id, true
     FROM unnamed n
     JOIN unmatched m ON m.content_hash = n.content_hash AND m.place = n.place`,
    [datasetId],
  );
  await client.query('ANALYZE row_matches');
}

/** Matches only the rows that have the global ID of a live example of the dataset. */
export async function matchNamedRows(client: pg.ClientBase, datasetId: number): Promise<void> {
  await client.query(
    `INSERT INTO row_matches (row_number, live_id, is_same)
     SELECT k.row_number, e.id, (e.content_hash = k.content_hash) IS TRUE
       FROM row_keys k
       JOIN dataset_examples e ON e.id = k.node_id
      WHERE e.dataset_id = $1 AND e.is_live`,
    [datasetId],
  );
  await client.query('ANALYZE row_matches');
}

/**
 * Finds examples that one row names by the id that its author chose, and another by its global ID.
 */
export async function findRepeatedMatches(client: pg.ClientBase): Promise<RepeatedId[]> {
  const { rows } = await client.query<RepeatedId>(
    `SELECT min(k.example_id) AS "exampleId", array_agg(m.row_number ORDER BY m.row_number) AS "rowNumbers"
     FROM row_matches m
     JOIN row_keys k USING (row_number)
     GROUP BY m.live_id
     HAVING count(*) > 1
     ORDER BY min(m.row_number)
     LIMIT ${REPORTED}`,
  );
  return rows;
}

/** Finds global IDs without a live example in the dataset, in the order of their rows. */
export async function findUnknownNodeIds(
  client: pg.ClientBase,
): Promise<{ ids: string[]; count: number }> {
  const { rows } = await client.query<{ id: string; count: number }>(
    `SELECT example_id AS id, count(*) OVER () AS count
     FROM row_keys k
     WHERE node_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM row_matches m WHERE m.row_number = k.row_number)
     ORDER BY row_number
     LIMIT ${REPORTED_IDS}`,
  );
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
}

/**
 * Finds the first id in the rows that a live example of the dataset already has; null if all are
 * free.
 */
export async function findTakenId(
  client: pg.ClientBase,
  datasetId: number,
): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT k.example_id AS id
     FROM row_keys k
     JOIN dataset_examples e ON e.dataset_id = $1 AND e.external_id = k.example_id AND e.is_live
     ORDER BY k.row_number
     LIMIT 1`,
    [datasetId],
  );
  return rows[0]?.id ?? null;
}

/** Finds the first ids that more than one row has. */
export async function findRepeatedIds(client: pg.ClientBase): Promise<RepeatedId[]> {
  const { rows } = await client.query<RepeatedId>(
    `SELECT min(example_id) AS "exampleId", array_agg(row_number ORDER BY row_number) AS "rowNumbers"
     FROM row_keys
     WHERE example_id IS NOT NULL
     GROUP BY node_id, CASE WHEN node_id IS NULL THEN example_id END
     HAVING count(*) > 1
     ORDER BY min(row_number)
     LIMIT ${REPORTED}`,
  );
  return rows;
}
