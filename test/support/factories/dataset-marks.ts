import { randomBytes } from 'node:crypto';
import { insertRow, type Sql } from './insert.js';

/** A row of `dataset_splits`. */
export interface SplitRow {
  id: number;
  name: string;
  description: string | null;
  color: string;
  metadata: object;
  user_id: number | null;
  created_at: string;
  updated_at: string;
}

/** A row of `dataset_labels`. */
export interface LabelRow {
  id: number;
  name: string;
  description: string | null;
  color: string;
}

/** Inserts a split that contains the examples with these row IDs. */
export async function aSplit(
  database: Sql,
  { examples = [], ...given }: Partial<SplitRow> & { examples?: readonly { id: number }[] } = {},
): Promise<SplitRow> {
  const split = await insertRow<SplitRow>(database, 'dataset_splits', {
    name: `split-${randomBytes(4).toString('hex')}`,
    color: '#808080',
    ...given,
    metadata: JSON.stringify(given.metadata ?? {}),
  });
  await database.sql(
    `INSERT INTO dataset_split_examples (split_id, dataset_id, example_id)
     SELECT $1, dataset_id, id FROM dataset_examples WHERE id = ANY($2)`,
    [split.id, examples.map(({ id }) => id)],
  );
  return split;
}

/** Inserts a label and adds it to the datasets with these row IDs. */
export async function aDatasetLabel(
  database: Sql,
  { datasets = [], ...given }: Partial<LabelRow> & { datasets?: readonly { id: number }[] } = {},
): Promise<LabelRow> {
  const label = await insertRow<LabelRow>(database, 'dataset_labels', {
    name: `label-${randomBytes(4).toString('hex')}`,
    color: '#00aa55',
    ...given,
  });
  await database.sql(
    `INSERT INTO dataset_label_assignments (dataset_id, label_id)
     SELECT unnest($2::bigint[]), $1`,
    [label.id, datasets.map(({ id }) => id)],
  );
  return label;
}
