import { selectColumns } from '../database/columns.js';
import type { DatabaseWriter } from '../database/database-writer.js';
import { SavedViewEntity } from './saved-view.entity.js';

const COLUMNS = selectColumns(SavedViewEntity, 'v');

/** Null if the list has the maximum number of views of the same owner. */
export async function insertView(
  database: DatabaseWriter,
  view: Pick<SavedViewEntity, 'projectId' | 'list' | 'name' | 'query' | 'ownerId'>,
  maximum: number,
): Promise<SavedViewEntity | null> {
  const [row] = await database.query<SavedViewEntity[]>(
    `INSERT INTO saved_views AS v (project_id, list, name, query, owner_id)
     SELECT $1, $2, $3, $4, $5
      WHERE (SELECT count(*) FROM saved_views
              WHERE project_id = $1 AND list = $2 AND owner_id IS NOT DISTINCT FROM $5) < $6
     RETURNING ${COLUMNS}`,
    [view.projectId, view.list, view.name, view.query, view.ownerId, maximum],
  );
  return row ?? null;
}

/** Null if the view has been deleted. */
export async function updateView(
  database: DatabaseWriter,
  { id, name, query, ownerId }: Pick<SavedViewEntity, 'id' | 'name' | 'query' | 'ownerId'>,
): Promise<SavedViewEntity | null> {
  const [[row]] = await database.query<[SavedViewEntity[], number]>(
    `UPDATE saved_views v SET name = $2, query = $3, owner_id = $4, updated_at = now()
      WHERE v.id = $1 RETURNING ${COLUMNS}`,
    [id, name, query, ownerId],
  );
  return row ?? null;
}
