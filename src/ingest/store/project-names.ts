import type pg from 'pg';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { foldCase } from '../../kernel/text/fold-case.js';

const LOCK = {
  name: 'ingest-lock-projects',
  text: 'SELECT id, name FROM projects WHERE name = ANY ($1) ORDER BY id FOR KEY SHARE',
};

/**
 * IDs increase in the order in which the names arrived. Rows are written in the order of the names.
 */
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

/** A round fails only if the project is created or deleted at the same moment. */
const ROUNDS = 5;

interface NamedProject {
  id: number;
  name: string;
}

/**
 * Returns the row IDs of existing projects by name. Locks the projects until the transaction ends.
 */
export async function lockExistingProjects(
  client: pg.ClientBase,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const values = [[...new Set(names)]];
  const { rows } = await client.query<NamedProject>({ ...LOCK, values });
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/**
 * Returns the row ID of a project by names that it may have had. Locks it until the transaction ends.
 * @throws NotFoundError if it has been deleted.
 */
export async function lockProject(
  client: pg.ClientBase,
  id: number,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const { rows } = await client.query({
    name: 'ingest-lock-project',
    text: 'SELECT FROM projects WHERE id = $1 FOR KEY SHARE',
    values: [id],
  });
  if (rows.length === 0) throw new NotFoundError('The project no longer exists.');
  return new Map([...names].map((name) => [name, id]));
}

/**
 * Returns the row IDs of projects by name. Creates missing ones. Runs in the writer's transaction
 * and locks the projects until its end. Waits for a project that is being deleted and then creates
 * it again, so no span is ever stored in a deleted project.
 */
export async function lockProjects(
  client: pg.ClientBase,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  let missing = [...new Set(names)];
  for (let round = 0; missing.length > 0; round++) {
    if (round === ROUNDS)
      throw new Error(
        `The projects ${missing.join(', ')} cannot be created, because they keep being deleted.`,
      );
    for (const [name, id] of await lockExistingProjects(client, missing)) ids.set(name, id);
    missing = missing.filter((name) => !ids.has(name));
    if (missing.length === 0) break;
    const folded = missing.map(foldCase);
    const created = await client.query<NamedProject>({ ...CREATE, values: [missing, folded] });
    for (const { id, name } of created.rows) ids.set(name, id);
    missing = missing.filter((name) => !ids.has(name));
  }
  return ids;
}

/** Returns the name of the project with this row ID, or null. */
export async function findProjectName(pool: pg.Pool, id: number): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'ingest-project-name',
    text: 'SELECT name FROM projects WHERE id = $1',
    values: [id],
  });
  return rows[0]?.name ?? null;
}
