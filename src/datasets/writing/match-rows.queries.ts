import type pg from 'pg';

/** The same example, named by more than one row. */
export interface RepeatedId {
  exampleId: string;
  rowNumbers: number[];
}

/** Where rows of an upload wait to be merged: a table, or a part of one. */
export type RowSource = 'staged_rows' | { uploadId: number };

const REPORTED = 5;
const REPORTED_IDS = 1_000;

/** The rows of a source as something to select from. */
export function rowsOf(source: RowSource): string {
  if (source === 'staged_rows') return 'staged_rows';
  // A row id of ours, never a text of somebody's.
  const uploadId = BigInt(source.uploadId);
  return `(SELECT *, NULL::text AS trace_id FROM dataset_upload_rows WHERE upload_id = ${uploadId})`;
}

/** Makes `row_keys`: the rows without their payloads, which matching need not read again. */
export async function keyRows(client: pg.ClientBase, source: RowSource): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE row_keys ON COMMIT DROP AS
     SELECT row_number, content_hash, splits, trace_id, span_id, example_id, node_id
     FROM ${rowsOf(source)} AS rows`,
  );
  await client.query('ANALYZE row_keys (row_number, content_hash, example_id, node_id)');
}

/** Ids that more than one row has, the first ones of them. */
export async function repeatedIds(client: pg.ClientBase): Promise<RepeatedId[]> {
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

/** Makes `row_matches`, empty: which live example of the dataset each row is. */
export async function openMatches(client: pg.ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE row_matches (
       row_number integer NOT NULL,
       live_id bigint NOT NULL,
       is_same boolean NOT NULL
     ) ON COMMIT DROP`,
  );
}

/**
 * Matches rows with the live examples of a dataset: by its id alone when a row has one, else by its
 * content. Rows and examples of the same content are paired one to one, in their order.
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

/** Examples that one row names by its stable id and another one by its global id. */
export async function repeatedMatches(client: pg.ClientBase): Promise<RepeatedId[]> {
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

/** Global ids that name no live example of the dataset, in the order of their rows. */
export async function unknownNodeIds(
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
