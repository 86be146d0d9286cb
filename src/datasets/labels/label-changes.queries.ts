import type { EntityManager } from 'typeorm';
import type { DatasetLabelRow } from './dataset-label.entity.js';
import { LABEL_COLUMNS } from './dataset-labels.queries.js';

/** What a label is made of. */
export interface NewLabel {
  name: string;
  description: string | null;
  color: string;
}

export async function insertLabel(
  tx: EntityManager,
  { name, description, color }: NewLabel,
  userId: number | null,
): Promise<DatasetLabelRow> {
  const [row] = await tx.query<[DatasetLabelRow]>(
    `INSERT INTO dataset_labels AS l (name, description, color, user_id) VALUES ($1, $2, $3, $4)
     RETURNING ${LABEL_COLUMNS}`,
    [name, description, color, userId],
  );
  return row;
}

/** Absent members stay. Null if the label does not exist. */
export async function updateLabel(
  tx: EntityManager,
  id: number,
  { name, description, color }: Partial<NewLabel>,
): Promise<DatasetLabelRow | null> {
  const [rows] = await tx.query<[DatasetLabelRow[], number]>(
    `UPDATE dataset_labels AS l
        SET name = coalesce($2, name), color = coalesce($3, color),
            description = CASE WHEN $4 THEN $5 ELSE description END
      WHERE l.id = $1 RETURNING ${LABEL_COLUMNS}`,
    [id, name, color, description !== undefined, description],
  );
  return rows[0] ?? null;
}

/** Answers those that were there. */
export async function deleteLabels(
  tx: EntityManager,
  ids: readonly number[],
): Promise<DatasetLabelRow[]> {
  const [rows] = await tx.query<[DatasetLabelRow[], number]>(
    `DELETE FROM dataset_labels AS l WHERE l.id = ANY($1) RETURNING ${LABEL_COLUMNS}`,
    [ids],
  );
  return rows;
}

/** Those that are borne already stay. */
export async function assignLabels(
  tx: EntityManager,
  datasetIds: readonly number[],
  labelIds: readonly number[],
): Promise<void> {
  await tx.query(
    `INSERT INTO dataset_label_assignments (dataset_id, label_id)
     SELECT d.id, l.id FROM unnest($1::bigint[]) AS d (id) CROSS JOIN unnest($2::bigint[]) AS l (id)
     ON CONFLICT DO NOTHING`,
    [datasetIds, labelIds],
  );
}

export async function unassignLabel(
  tx: EntityManager,
  datasetId: number,
  labelId: number,
): Promise<void> {
  await tx.query('DELETE FROM dataset_label_assignments WHERE dataset_id = $1 AND label_id = $2', [
    datasetId,
    labelId,
  ]);
}

/** Takes every label from a dataset but these. */
export async function keepLabels(
  tx: EntityManager,
  datasetId: number,
  labelIds: readonly number[],
): Promise<void> {
  await tx.query(
    'DELETE FROM dataset_label_assignments WHERE dataset_id = $1 AND label_id <> ALL($2::bigint[])',
    [datasetId, labelIds],
  );
}
