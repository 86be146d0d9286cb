import type pg from 'pg';
import { foldCase } from '../common/text/fold-case.js';

const LOCK = {
  name: 'ingest-lock-projects',
  text: 'SELECT id, name FROM projects WHERE name = ANY ($1) ORDER BY id FOR KEY SHARE',
};

/** Ids grow in the order in which the names came; rows are written in the order of names. */
const CREATE = {
  name: 'ingest-create-projects',
  text: `
    INSERT INTO projects (id, name, name_folded)
    SELECT id, name, name_folded FROM (
      SELECT nextval('projects_id_seq') AS id, sent.name, sent.name_folded
      FROM unnest($1::text[], $2::text[]) AS sent (name, name_folded)
    ) AS numbered
    ORDER BY name
    ON CONFLICT (name) DO NOTHING
    RETURNING id, name`,
};

/** Each round can only be lost to someone who creates or deletes the project in that instant. */
const ROUNDS = 5;

interface NamedProject {
  id: number;
  name: string;
}

/** Ids of the projects named that exist; they are held until the end of the transaction. */
export async function holdExistingProjects(
  client: pg.ClientBase,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const values = [[...new Set(names)]];
  const { rows } = await client.query<NamedProject>({ ...LOCK, values });
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/**
 * Ids of the projects named, the missing ones created. Runs inside the writer's transaction and
 * holds the projects until its end: one that is being deleted is waited for and then created anew,
 * so no span is ever stored in a project that is gone.
 */
export async function holdProjects(
  client: pg.ClientBase,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  let missing = [...new Set(names)];
  for (let round = 0; missing.length > 0; round++) {
    if (round === ROUNDS) throw new Error(`Projects come and go: ${missing.join(', ')}`);
    for (const [name, id] of await holdExistingProjects(client, missing)) ids.set(name, id);
    missing = missing.filter((name) => !ids.has(name));
    if (missing.length === 0) break;
    const folded = missing.map(foldCase);
    const created = await client.query<NamedProject>({ ...CREATE, values: [missing, folded] });
    for (const { id, name } of created.rows) ids.set(name, id);
    missing = missing.filter((name) => !ids.has(name));
  }
  return ids;
}

/** Name of the project with this row id, or null. */
export async function findProjectName(pool: pg.Pool, id: number): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'ingest-project-name',
    text: 'SELECT name FROM projects WHERE id = $1',
    values: [id],
  });
  return rows[0]?.name ?? null;
}
