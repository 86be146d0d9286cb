import type pg from 'pg';
import { ConflictError } from '../../kernel/errors/errors.js';
import { foldCase } from '../../kernel/text/fold-case.js';

/** A dataset to find by name, or else to create. */
export interface NamedDataset {
  name: string;
  /** Description of a new dataset. */
  description: string | null;
  /** Row ID of the project to which it must belong; absent or null: a new dataset belongs to none. */
  projectId?: number | null;
  /** Whether an existing dataset is a conflict. */
  mustBeNew: boolean;
}

/**
 * Refuses to create an existing dataset early, without waiting for a lock.
 * @throws ConflictError
 */
export async function refuseTakenName(
  client: pg.ClientBase,
  { name, mustBeNew }: NamedDataset,
): Promise<void> {
  if (!mustBeNew) return;
  const { rowCount } = await client.query('SELECT FROM datasets WHERE name = $1', [name]);
  if (rowCount !== 0) throw nameTaken(name);
}

/** Locks a dataset by its row ID. Returns false if it does not exist. */
export async function lockDataset(client: pg.ClientBase, id: number): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM datasets WHERE id = $1 FOR NO KEY UPDATE', [
    id,
  ]);
  return rowCount !== 0;
}

/** Creating and deleting a dataset take turns at most this often. */
const MAX_ATTEMPTS = 10;

/**
 * Locks a dataset by its name, and creates it if it does not exist. Writers of one dataset take
 * turns, so the ids of its versions ascend in the order of their commits.
 * @returns the row ID.
 * @throws ConflictError
 */
export async function lockNamedDataset(
  client: pg.ClientBase,
  { name, description, projectId = null, mustBeNew }: NamedDataset,
  userId: number | null,
): Promise<number> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const locked = await client.query<{ id: number; projectId: number | null }>(
      'SELECT id, project_id AS "projectId" FROM datasets WHERE name = $1 FOR NO KEY UPDATE',
      [name],
    );
    const [found] = locked.rows;
    if (found) {
      if (mustBeNew) throw nameTaken(name);
      if (projectId !== null && found.projectId !== projectId) throw belongsElsewhere(name);
      return found.id;
    }
    // Waits for concurrent transactions that create the same name. Afterwards, the dataset exists
    // unless it has been deleted.
    const created = await client.query<{ id: number }>(
      `INSERT INTO datasets (name, name_folded, description, user_id, updated_by, project_id)
       VALUES ($1, $2, $3, $4, $4, $5)
       ON CONFLICT (name) DO NOTHING
       RETURNING id`,
      [name, foldCase(name), description, userId, projectId],
    );
    if (created.rows[0]) return created.rows[0].id;
  }
  // It belongs to a project that the writer cannot see.
  throw nameTaken(name);
}

/**
 * Sets how PostgreSQL may join tables until the transaction ends or this is called again.
 * Statistics do not include rows that have just arrived, so PostgreSQL may assume one row instead
 * of thousands, and joining two such tables row by row could take hours. Join them as sets; join
 * row by row only if an index leads from the rows of an upload to those of a large table.
 */
export async function joinBy(client: pg.ClientBase, way: 'sets' | 'rows'): Promise<void> {
  await client.query(`SET LOCAL enable_nestloop = ${way === 'rows' ? 'on' : 'off'}`);
}

/** The refusal of a name that another dataset has. */
export function nameTaken(name: string): ConflictError {
  return new ConflictError(`Dataset "${name}" already exists.`);
}

/** Otherwise, what was meant for one project would be seen in another. */
function belongsElsewhere(name: string): ConflictError {
  return new ConflictError(
    `Dataset "${name}" does not belong to this project. Upload without a project, or move the dataset first.`,
  );
}
