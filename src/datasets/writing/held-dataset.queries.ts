import type pg from 'pg';
import { foldCase } from '../../common/text/fold-case.js';

/** What a dataset that an upload creates begins with. */
export interface NewDataset {
  name: string;
  description: string | null;
  userId: number | null;
}

/** A dataset that nobody else writes to until the transaction ends. */
export interface HeldDataset {
  id: number;
  isNew: boolean;
}

/** Whether there is a dataset of that name now, without waiting for anybody. */
export async function isThere(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM datasets WHERE name = $1', [name]);
  return rowCount !== 0;
}

/**
 * Holds the dataset of a name, created when there is none. Writers of one dataset follow each other,
 * so the ids of its versions ascend in the order in which they are committed.
 */
export async function holdDatasetByName(
  client: pg.ClientBase,
  { name, description, userId }: NewDataset,
): Promise<HeldDataset> {
  for (;;) {
    const held = await client.query<{ id: number }>(
      'SELECT id FROM datasets WHERE name = $1 FOR NO KEY UPDATE',
      [name],
    );
    if (held.rows[0]) return { id: held.rows[0].id, isNew: false };
    // Waits for another creator of the name; there is then one to hold, unless it is gone again.
    const created = await client.query<{ id: number }>(
      `INSERT INTO datasets (name, name_folded, description, user_id, updated_by)
       VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (name) DO NOTHING
       RETURNING id`,
      [name, foldCase(name), description, userId],
    );
    if (created.rows[0]) return { id: created.rows[0].id, isNew: true };
  }
}

/** Holds a dataset by its row id; false when there is none. */
export async function holdDataset(client: pg.ClientBase, id: number): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM datasets WHERE id = $1 FOR NO KEY UPDATE', [
    id,
  ]);
  return rowCount !== 0;
}
