import type { EntityManager } from 'typeorm';

/** Notes that the projects of these names are to be deleted; unknown ones and the default one are left out. */
export async function noteDeletions(tx: EntityManager, names: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO project_deletions (project_id)
     SELECT id FROM projects WHERE name = ANY($1) AND name <> 'default' ORDER BY id
     ON CONFLICT DO NOTHING`,
    [names],
  );
}

/** Row id of a project that is to be deleted, behind another one; null when there is none. */
export async function nextDeletion(tx: EntityManager, after: number): Promise<number | null> {
  const [row] = await tx.query<{ id: number }[]>(
    `SELECT project_id AS id FROM project_deletions WHERE project_id > $1
      ORDER BY project_id LIMIT 1`,
    [after],
  );
  return row?.id ?? null;
}
