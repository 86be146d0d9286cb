import type { EntityManager } from 'typeorm';
import type { DatasetSplitRow } from './dataset-split.entity.js';
import { SPLIT_COLUMNS } from './dataset-splits.queries.js';

/** What a split is made of; JSON as text. */
export interface NewSplit {
  name: string;
  description: string | null;
  color: string;
  metadata: string;
}

/** Whether an example should be in a split. */
export interface MemberRow {
  id: number;
  datasetId: number;
  isLive: boolean;
}

export async function insertSplit(
  tx: EntityManager,
  { name, description, color, metadata }: NewSplit,
  userId: number | null,
): Promise<DatasetSplitRow> {
  const [row] = await tx.query<[DatasetSplitRow]>(
    `INSERT INTO dataset_splits AS s (name, description, color, metadata, user_id)
     VALUES ($1, $2, $3, $4, $5) RETURNING ${SPLIT_COLUMNS}`,
    [name, description, color, metadata, userId],
  );
  return row;
}

/** Absent members stay. */
export async function updateSplit(
  tx: EntityManager,
  id: number,
  { name, description, color, metadata }: Partial<NewSplit>,
): Promise<void> {
  await tx.query(
    `UPDATE dataset_splits
        SET name = coalesce($2, name), color = coalesce($3, color),
            description = CASE WHEN $4 THEN $5 ELSE description END,
            metadata = coalesce($6::json, metadata), updated_at = now()
      WHERE id = $1`,
    [id, name, color, description !== undefined, description, metadata],
  );
}

/** Answers those that were there, by name. */
export async function deleteSplits(
  tx: EntityManager,
  ids: readonly number[],
): Promise<DatasetSplitRow[]> {
  const [rows] = await tx.query<[DatasetSplitRow[], number]>(
    `DELETE FROM dataset_splits AS s WHERE s.id = ANY($1) RETURNING ${SPLIT_COLUMNS}`,
    [ids],
  );
  return rows;
}

/** In no particular order; unknown ids are left out. */
export function findMembers(tx: EntityManager, ids: readonly number[]): Promise<MemberRow[]> {
  return tx.query(
    `SELECT id, dataset_id AS "datasetId", is_live AS "isLive" FROM dataset_examples
      WHERE id = ANY($1)`,
    [ids],
  );
}

/** Keeps everyone else from changing the examples of datasets until the transaction ends. */
export async function holdDatasets(tx: EntityManager, ids: Iterable<number>): Promise<void> {
  await tx.query('SELECT FROM datasets WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
    [...new Set(ids)],
  ]);
}

/** Those that are in the splits already stay. */
export async function addMembers(
  tx: EntityManager,
  splitIds: readonly number[],
  members: readonly MemberRow[],
): Promise<void> {
  await tx.query(
    `INSERT INTO dataset_split_examples (split_id, dataset_id, example_id)
     SELECT s.id, e.dataset_id, e.id
       FROM unnest($1::bigint[]) AS s (id)
      CROSS JOIN unnest($2::bigint[], $3::bigint[]) AS e (id, dataset_id)
     ON CONFLICT DO NOTHING`,
    [splitIds, members.map((member) => member.id), members.map((member) => member.datasetId)],
  );
}

export async function removeMembers(
  tx: EntityManager,
  splitId: number,
  members: readonly MemberRow[],
): Promise<void> {
  await tx.query(
    'DELETE FROM dataset_split_examples WHERE split_id = $1 AND example_id = ANY($2)',
    [splitId, members.map((member) => member.id)],
  );
}

/** Takes examples out of every split but these. */
export async function keepSplits(
  tx: EntityManager,
  members: readonly MemberRow[],
  splitIds: readonly number[],
): Promise<void> {
  await tx.query(
    `DELETE FROM dataset_split_examples
      WHERE example_id = ANY($1) AND split_id <> ALL($2::bigint[])`,
    [members.map((member) => member.id), splitIds],
  );
}
