import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { HIDDEN, isKnown, type OwnedBy, VISIBLE_TABLES } from './visible-tables.js';

/** PostgreSQL's maximum length of names, minus the suffix. */
const MAX_LENGTH = 40;

/** The name of the schema with the views of limited connections, beside that of the tables. */
export function visibleSchema(databaseSchema: string | undefined): string {
  return `${(databaseSchema ?? 'public').replaceAll('$', '_').slice(0, MAX_LENGTH)}_visible`;
}

/**
 * Creates a view of every table that shows a limited connection only what it may reach, under the name
 * of the table. Statements are written once, for everyone, and none of them can forget a check
 * (docs/adr/0072-roles-per-project.md).
 * @returns whether the views are there: not without the privilege to create a schema.
 */
export async function createVisibleSchema(
  runner: QueryRunner,
  databaseSchema: string | undefined,
): Promise<boolean> {
  const tables = databaseSchema ?? 'public';
  const schema = visibleSchema(databaseSchema);
  const columns = await readColumns(runner, tables);
  const views = describeViews(tables, schema);
  const version = createHash('sha256')
    .update(JSON.stringify([views, columns]))
    .digest('hex');
  const current = await readVersion(runner, schema);
  // A newer server knows more tables, and has made its own views.
  const isNewer = columns.some(({ table }) => !(table in VISIBLE_TABLES));
  if (current === version || (isNewer && current !== null)) return true;
  const known = new Set(columns.map(({ table }) => table));
  const isOlder = Object.keys(VISIBLE_TABLES).some((table) => !known.has(table));
  if (isNewer || isOlder || !(await mayCreate(runner, schema))) return false;
  await runner.startTransaction();
  try {
    await runner.query('SET LOCAL lock_timeout = 0');
    // As a whole, because new columns in the middle cannot be added to a view. Statements that use the
    // old views end first, and later ones wait.
    await runner.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
    await runner.query(`CREATE SCHEMA "${schema}"`);
    for (const view of views) await runner.query(view);
    await runner.query(`COMMENT ON SCHEMA "${schema}" IS '${version}'`);
    await runner.commitTransaction();
    return true;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/** What the views look like also depends on the columns that the tables had then. */
async function readColumns(
  runner: QueryRunner,
  tables: string,
): Promise<{ table: string; columns: string[] }[]> {
  return await runner.query(
    `SELECT c.relname AS table, array_agg(a.attname ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r' GROUP BY 1 ORDER BY 1`,
    [`"${tables}"`],
  );
}

async function readVersion(runner: QueryRunner, schema: string): Promise<string | null> {
  const [row] = (await runner.query(
    `SELECT obj_description(to_regnamespace($1), 'pg_namespace') AS version`,
    [`"${schema}"`],
  )) as [{ version: string | null }];
  return row.version;
}

async function mayCreate(runner: QueryRunner, schema: string): Promise<boolean> {
  const [row] = (await runner.query(
    `SELECT has_database_privilege(current_database(), 'CREATE')
        AND coalesce(pg_has_role((SELECT nspowner FROM pg_namespace WHERE nspname = $1), 'USAGE'), true)
        AS may`,
    [schema],
  )) as [{ may: boolean }];
  return row.may;
}

function describeViews(tables: string, schema: string): string[] {
  const qualify = (sql: string) =>
    sql.replaceAll(/\{(\w+)\}/g, `"${tables}".$1`).replaceAll(/<(\w+)>/g, `"${schema}".hidden_$1`);
  const { projects, ...others } = HIDDEN;
  // Runs only when it is needed, and its statement is not planned with each statement that may need it.
  const hiddenProjects = `
    CREATE FUNCTION "${schema}".hidden_projects() RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
    AS $$ BEGIN RETURN QUERY ${qualify(projects)}; END $$`;
  const hidden = Object.entries({ projects: 'SELECT <projects>() AS id', ...others }).map(
    ([owner, sql]) => `CREATE VIEW "${schema}".hidden_${owner} AS ${qualify(sql)}`,
  );
  const visible = Object.entries(VISIBLE_TABLES).map(([table, belonging]) => {
    const view = `CREATE VIEW "${schema}"."${table}" AS SELECT * FROM "${tables}"."${table}"`;
    if (typeof belonging === 'string') return view;
    const condition = 'condition' in belonging ? belonging.condition : writeCondition(belonging);
    // Nothing can be written that the writer could not see.
    return `${view} WHERE ${qualify(condition)} WITH LOCAL CHECK OPTION`;
  });
  return [hiddenProjects, ...hidden, ...visible];
}

/** SQL of whether a row is in reach. */
function writeCondition({ column, to, isOptional }: OwnedBy): string {
  const isNotHidden = `${column} NOT IN (SELECT id FROM <${to}>)`;
  const isInReach = to === 'projects' ? `(${isKnown(column)} OR ${isNotHidden})` : isNotHidden;
  if (!isOptional) return isInReach;
  return `CASE WHEN ${column} IS NULL THEN current_setting('spandrel.only_projects') = ''
    ELSE ${isInReach} END`;
}

/** Removes the views, which a cluster cannot have. */
export async function dropVisibleSchema(database: {
  query(sql: string): Promise<unknown>;
}): Promise<void> {
  const [row] = (await database.query('SELECT current_schema() AS name')) as [{ name: string }];
  await database.query(`DROP SCHEMA IF EXISTS "${visibleSchema(row.name)}" CASCADE`);
}
